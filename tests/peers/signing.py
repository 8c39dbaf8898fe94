"""Signs or verifies a card by the official SDK: a request as JSON on standard input, its answer on standard output."""

import json
import sys

from a2a.types import AgentCard
from a2a.utils.signing import (
    SignatureVerificationError,
    create_agent_card_signer,
    create_signature_verifier,
)
from google.protobuf.json_format import MessageToDict, ParseDict
from jwt.api_jwk import PyJWK

request = json.load(sys.stdin)
card = ParseDict(request['card'], AgentCard(), ignore_unknown_fields=True)
algorithm = request['algorithm']
key = PyJWK(request['key'], algorithm=algorithm)

if request['do'] == 'sign':
    header = {'kid': request['key']['kid'], 'alg': algorithm, 'jku': None, 'typ': 'JOSE'}
    print(json.dumps(MessageToDict(create_agent_card_signer(key, header)(card))))
else:
    verify = create_signature_verifier(lambda kid, jku: key, [algorithm])
    try:
        verify(card)
    except SignatureVerificationError as error:
        print(json.dumps({'valid': False, 'said': str(error)}))
    else:
        print(json.dumps({'valid': True}))
