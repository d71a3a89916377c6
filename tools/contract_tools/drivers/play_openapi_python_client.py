"""Play a deal with the client that openapi-python-client writes to `client`.

python play_openapi_python_client.py URL
"""

import sys

from client.api.actions import check_action, list_options
from client.api.dealing import deal
from client.client import Client
from client.models import CheckRequest, FirstDealFromSeed, OptionsRequest, Phase, Seat

client = Client(base_url=sys.argv[1])
first = FirstDealFromSeed(dealer=Seat.B, ruleset="portland@1", seed="contract-tools")
state = deal.sync(client=client, body=first).state
while state.phase != Phase.DEAL_OVER:
    options = list_options.sync(client=client, body=OptionsRequest(state=state, expand=True, limit=1))
    judged = check_action.sync(client=client, body=CheckRequest(state=state, action=options.actions[0]))
    assert judged.legal, judged
    state = judged.state
print(f"{state.phase} {state.score.a}-{state.score.b}")
