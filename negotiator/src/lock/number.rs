//! Numbers as ECMAScript writes them, which RFC 8785 asks for.

/// A number of a JSON text as ECMAScript writes it. Where there is an engine of that language, it does so
/// itself: the tables for reading and writing floating-point numbers would weigh more than all of a lock.
#[cfg(all(target_arch = "wasm32", feature = "engine"))]
pub(super) use crate::engine::ecmascript_number as ecmascript;

/// A number of a JSON text as ECMAScript writes it.
#[cfg(not(all(target_arch = "wasm32", feature = "engine")))]
pub(super) fn ecmascript(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => ryu_js::Buffer::new().format(number).to_owned(),
        _ => "null".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The samples of RFC 8785, appendix B, by the bits of the numbers.
    #[test]
    fn numbers_are_written_as_the_samples_of_the_rfc() {
        for (bits, expected) in [
            (0x0000_0000_0000_0000, "0"),
            (0x8000_0000_0000_0000, "0"),
            (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
            (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"),
            (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"),
            (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"),
            (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
            (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
            (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"),
            (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ] {
            let number = f64::from_bits(bits);
            assert_eq!(ecmascript(&format!("{number:e}")), expected);
        }
        assert_eq!(ecmascript("1e400"), "null");
    }
}
