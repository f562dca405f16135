"""Performs the same steps as the clients in oauth-clients.cjs, with the unmodified Debian package python3-requests-oauthlib."""
import json
import sys
from urllib.parse import quote

from requests_oauthlib import OAuth1Session

SKU = "A/b c+ü"
given = json.load(sys.stdin)
keys = given["credentials"]
session = OAuth1Session(
    keys["consumer_key"],
    client_secret=keys["consumer_secret"],
    resource_owner_key=keys["access_token"],
    resource_owner_secret=keys["access_token_secret"],
    signature_method="HMAC-SHA256",
)
V1 = given["url"] + "/rest/V1/commerce/products"
STORE = given["url"] + "/rest/default/V1/commerce/products"
PATH = "/sku/" + quote(SKU, safe="")


def product(name):
    return {"product": {"sku": SKU, "name": name, "price": 5}}


filters = {}
for place in range(12):
    for name, value in (("field", "sku"), ("value", SKU), ("condition_type", "eq")):
        filters[f"searchCriteria[filter_groups][{place}][filters][0][{name}]"] = value

steps = {
    "write": lambda: session.post(V1, json=product("A drill")),
    "read": lambda: session.get(V1 + PATH),
    "search": lambda: session.get(V1 + "/search", params=filters),
    "change": lambda: session.put(V1 + PATH, json=product("Another")),
    "store": lambda: session.get(STORE + PATH),
    "remove": lambda: session.delete(V1 + PATH),
}
for step, run in steps.items():
    answer = run()
    came = {"answer": answer.json()} if answer.ok else {"error": f"{answer.status_code} {answer.text}"}
    print("@" + json.dumps({"step": step, **came}))
