//! What kind of place a host is, by its text.

use std::net::{Ipv4Addr, Ipv6Addr};

/// What kind of place a host is, by its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HostKind {
    /// This machine: `localhost`, 127.0.0.0/8, `::1`.
    Loopback,
    /// No place at all: 0.0.0.0 and `::`, where a server listens.
    Unspecified,
    /// An address for links, such as 169.254.0.0/16, where clouds serve their metadata.
    LinkLocal,
    /// An address or a name of a private network.
    Private,
    /// What resolvers read as an address or a name although it is not written as one.
    Disguised,
    /// Anything else.
    Public,
}

impl HostKind {
    /// A kind that not everybody reaches, for a message.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Loopback => "a loopback address",
            Self::LinkLocal => "a link-local address",
            _ => "a private address",
        }
    }
}

/// The kind of a host, an address of IPv6 being in brackets.
pub(super) fn classify(host: &str) -> HostKind {
    if let Some(rest) = host.strip_prefix('[') {
        let address = rest.strip_suffix(']').and_then(|address| address.parse().ok());
        return address.map_or(HostKind::Disguised, classify_v6);
    }
    if let Ok(address) = host.parse() {
        return classify_v4(address);
    }
    // The dot of the root, of which there is one.
    let name = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    let last = name.rsplit('.').next().unwrap_or_default();
    let hexadecimal =
        last.strip_prefix("0x").is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let digits = !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit());
    let is_gapped = !host.is_empty() && name.split('.').any(str::is_empty);
    if digits || hexadecimal || is_gapped || name.contains('%') {
        return HostKind::Disguised;
    }
    if name == "localhost" {
        return HostKind::Loopback;
    }
    let private_name = !name.contains('.')
        || ["local", "internal", "localhost", "lan", "home", "svc", "intranet"].contains(&last)
        || name == "home.arpa"
        || name.ends_with(".home.arpa");
    if private_name && !name.is_empty() { HostKind::Private } else { HostKind::Public }
}

const fn classify_v4(address: Ipv4Addr) -> HostKind {
    let octets = address.octets();
    let [first, second, ..] = octets;
    if address.is_unspecified() || first == 0 {
        HostKind::Unspecified
    } else if address.is_loopback() {
        HostKind::Loopback
    } else if address.is_link_local() || matches!(octets, [168, 63, 129, 16]) {
        // The latter is where a cloud serves its machines, out of the addresses for links.
        HostKind::LinkLocal
    } else if address.is_private() || (first == 100 && second & 0b1100_0000 == 64) {
        HostKind::Private
    } else if matches!(octets, [192, 0, 0, _] | [198, 18 | 19, ..]) {
        // Set aside for protocols and for measurements, so that they lead nowhere beyond a network.
        HostKind::Private
    } else {
        HostKind::Public
    }
}

const fn classify_v6(address: Ipv6Addr) -> HostKind {
    if address.is_unspecified() {
        HostKind::Unspecified
    } else if address.is_loopback() {
        HostKind::Loopback
    } else if address.is_unicast_link_local() {
        HostKind::LinkLocal
    } else if address.is_unique_local() || is_private_v6(address) {
        HostKind::Private
    } else if let Some(mapped) = address.to_ipv4_mapped() {
        classify_v4(mapped)
    } else if let Some(embedded) = embedded(address) {
        match classify_v4(embedded) {
            // Whatever translates such an address is another machine.
            HostKind::Loopback => HostKind::Private,
            kind => kind,
        }
    } else {
        HostKind::Public
    }
}

/// The site-local addresses of RFC 3879, and the translation within a network of RFC 8215, which embeds an
/// address at a place that only the network knows.
const fn is_private_v6(address: Ipv6Addr) -> bool {
    let [first, second, third, ..] = address.segments();
    first & 0xffc0 == 0xfec0 || matches!((first, second, third), (0x64, 0xff9b, 1))
}

/// The address of IPv4 that one of IPv6 leads to: one that is compatible with it or translated, by NAT64 (RFC
/// 6052), by 6to4, or by Teredo.
const fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let (high, low) = match address.segments() {
        [0, 0, 0, 0, 0 | 0xffff, 0, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => (high, low),
        [0x2001, 0, .., high, low] => (!high, !low),
        _ => return None,
    };
    Some(Ipv4Addr::from_bits((high as u32) << 16 | low as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_hosts_apart() {
        for (host, kind) in [
            ("localhost", HostKind::Loopback),
            ("LocalHost.", HostKind::Loopback),
            ("127.8.9.1", HostKind::Loopback),
            ("[::1]", HostKind::Loopback),
            ("[::ffff:127.0.0.1]", HostKind::Loopback),
            ("0.0.0.0", HostKind::Unspecified),
            ("[::]", HostKind::Unspecified),
            ("[::ffff:0.0.0.0]", HostKind::Unspecified),
            ("[64:ff9b::]", HostKind::Unspecified),
            ("169.254.169.254", HostKind::LinkLocal),
            ("168.63.129.16", HostKind::LinkLocal),
            ("[::ffff:169.254.169.254]", HostKind::LinkLocal),
            ("[64:ff9b::a9fe:a9fe]", HostKind::LinkLocal),
            ("[2002:a9fe:a9fe::]", HostKind::LinkLocal),
            ("[fe80::1]", HostKind::LinkLocal),
            ("[febf::1]", HostKind::LinkLocal),
            ("10.1.2.3", HostKind::Private),
            ("100.64.0.1", HostKind::Private),
            ("100.100.100.200", HostKind::Private),
            ("192.0.0.192", HostKind::Private),
            ("198.19.0.1", HostKind::Private),
            ("[fc00::1]", HostKind::Private),
            ("[fd00:ec2::254]", HostKind::Private),
            ("[fec0::1]", HostKind::Private),
            ("[::ffff:10.0.0.1]", HostKind::Private),
            ("[::10.0.0.1]", HostKind::Private),
            ("[::127.0.0.1]", HostKind::Private),
            ("[::ffff:0:127.0.0.1]", HostKind::Private),
            ("[64:ff9b::7f00:1]", HostKind::Private),
            ("[64:ff9b:1::1]", HostKind::Private),
            ("[2002:7f00:1::]", HostKind::Private),
            ("[2001:0:4136:e378:8000:63bf:f5ff:fffe]", HostKind::Private),
            ("agent", HostKind::Private),
            ("metadata.google.internal", HostKind::Private),
            ("agent.team.svc.cluster.local", HostKind::Private),
            ("2130706433", HostKind::Disguised),
            ("0x7f.1", HostKind::Disguised),
            ("0x7f000001", HostKind::Disguised),
            ("127.1", HostKind::Disguised),
            ("0177.0.0.1", HostKind::Disguised),
            ("127.0.0.%31", HostKind::Disguised),
            ("localhost..", HostKind::Disguised),
            (".localhost", HostKind::Disguised),
            ("agent..example.com", HostKind::Disguised),
            (".", HostKind::Disguised),
            ("%6cocalhost", HostKind::Disguised),
            ("[v1.x]", HostKind::Disguised),
            ("localhost.example.com", HostKind::Public),
            ("8.8.8.8", HostKind::Public),
            ("100.128.0.1", HostKind::Public),
            ("192.0.1.1", HostKind::Public),
            ("198.20.0.1", HostKind::Public),
            ("[2606:4700::1111]", HostKind::Public),
            ("[::ffff:8.8.8.8]", HostKind::Public),
            ("[64:ff9b::808:808]", HostKind::Public),
            ("[2002:808:808::]", HostKind::Public),
            ("[2001:db8::1]", HostKind::Public),
        ] {
            assert_eq!(classify(host), kind, "{host}");
        }
    }
}
