"""Examples for the outward API of Portolan.

python3 example.py <address> <key> shipment MERI123456789
python3 example.py <address> <key> follow 2026-01-01T00:00:00Z [how many]
python3 example.py <address> <key> listen http://this-machine:8000/portolan
"""

import http.server
import sys
import urllib.parse

from portolan import Portolan, PortolanError, WebhookError, verify_webhook


def line_of(event):
    """One event as one line."""
    code = next(event[name] for name in event if name.endswith("EventTypeCode"))
    place = event.get("transportCall", {}).get("UNLocationCode", "-----")
    about = event.get("equipmentReference") or event.get("documentID") or ""
    return f"{event['eventDateTime']} {event['eventClassifierCode']} {code} {place} {about}".rstrip()


def shipment(client, bill):
    """Shows what happened to a shipment and what is expected, in the order of time."""
    events = sorted(client.events(transportDocumentReference=bill, limit=5), key=lambda one: one["eventDateTime"])
    for event in events:
        print(line_of(event))
    print(f"{len(events)} events of {bill}")


def follow(client, since, count=None):
    """Shows each new event as it comes."""
    for index, event in enumerate(client.follow(since), start=1):
        print(line_of(event), flush=True)
        if count is not None and index >= int(count):
            return


def listen(client, callback_url):
    """Creates a hook, waits for one webhook, verifies it, and ends the hook."""
    hook = client.create_hook(callback_url, eventType=["TRANSPORT"])
    taken = []

    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            try:
                taken.extend(verify_webhook(body, self.headers, hook["secret"]))
                self.send_response(204)
            except WebhookError as error:
                print(f"refused: {error}", flush=True)
                self.send_response(401)
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("", urllib.parse.urlsplit(callback_url).port or 80), Receiver) as server:
        print("listening", flush=True)
        while not taken:
            server.handle_request()
    client.delete_hook(hook["subscriptionID"])
    for event in taken:
        print(f"verified {line_of(event)}")


def main():
    if len(sys.argv) < 5 or sys.argv[3] not in ("shipment", "follow", "listen"):
        sys.exit(__doc__)
    address, key, command, *rest = sys.argv[1:]
    try:
        {"shipment": shipment, "follow": follow, "listen": listen}[command](Portolan(address, key), *rest)
    except PortolanError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
