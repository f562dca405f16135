"""Receives webhooks of Kontor. Run it with: SECRET=whsec_… PORT=8080 python3 webhook-receiver.py"""
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["SECRET"].removeprefix("whsec_"))
TOLERANCE_S = 300

# A repeated event has the same ID. Keep the IDs in your database, in the transaction that handles the event.
handled = set()


def is_valid(event_id, timestamp, body, signatures):
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > TOLERANCE_S:
        return False
    digest = hmac.new(KEY, f"{event_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    # After a rotation, there are two signatures.
    return any(hmac.compare_digest(expected, sent) for sent in signatures.split(" "))


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        event_id, timestamp, signatures = (
            self.headers.get(f"webhook-{name}", "") for name in ("id", "timestamp", "signature")
        )
        if not is_valid(event_id, timestamp, body, signatures):
            return self.answer(401)
        if event_id not in handled:
            event = json.loads(body)
            print(event["type"], json.dumps(event["data"]), flush=True)
            handled.add(event_id)
        return self.answer(204)

    def answer(self, status):
        self.send_response(status)
        self.end_headers()


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()
