"""Client for the outward API of Portolan. Needs Python 3.9 or newer and nothing else."""

import base64
import hashlib
import hmac
import json
import random
import time
import urllib.error
import urllib.parse
import urllib.request

BASE = "/api/data-center/tnt/v2"


class PortolanError(Exception):
    """The product refused a request or could not be reached. `status` is None without an answer."""

    def __init__(self, message, status=None, reasons=()):
        super().__init__(message)
        self.status = status
        self.reasons = list(reasons)


class WebhookError(Exception):
    """A webhook that must not be trusted."""


class Portolan:
    """Calls the outward API with a key of the scope `events`."""

    def __init__(self, base_url, api_key, retries=4, timeout_s=30, longest_pause_s=60):
        self.base = base_url.rstrip("/") + BASE
        self.api_key = api_key
        self.retries = retries
        self.timeout_s = timeout_s
        self.longest_pause_s = longest_pause_s

    def events(self, **filters):
        """Gives the events of all pages. Lists are given as Python lists; `created_since` is a time with offset."""
        since = filters.pop("created_since", None)
        if since is not None:
            filters["eventCreatedDateTime:gte"] = since
        query = filters
        while True:
            page, headers = self._send("GET", "/events", query=query)
            yield from page
            cursor = headers.get("Next-Page")
            if cursor is None:
                return
            query = {"cursor": cursor}

    def event(self, event_id):
        """Gives one event."""
        return self._send("GET", "/events/{eventID}", event_id)[0]

    def follow(self, since, every_s=60, **filters):
        """Gives each event once that was created at or after `since`, and asks again after each pause."""
        latest, seen = since, set()
        while True:
            for event in self.events(created_since=latest, sort="eventCreatedDateTime:ASC", **filters):
                if event["eventID"] in seen:
                    continue
                if event["eventCreatedDateTime"] != latest:
                    # Only events of the latest moment can be answered again.
                    latest, seen = event["eventCreatedDateTime"], set()
                seen.add(event["eventID"])
                yield event
            time.sleep(every_s)

    def create_hook(self, callback_url, **filters):
        """Subscribes an address to new events. The answer has the signing secret, this once."""
        return self._send("POST", "/hooks", body={"callbackUrl": callback_url, **filters})[0]

    def delete_hook(self, subscription_id):
        """Ends a hook."""
        self._send("DELETE", "/hooks/{subscriptionID}", subscription_id)

    def _send(self, method, path, item_id="", query=None, body=None):
        address = self.base + path.split("{")[0] + urllib.parse.quote(item_id, safe="")
        if query:
            texts = {name: ",".join(value) if isinstance(value, list) else value for name, value in query.items()}
            address += "?" + urllib.parse.urlencode(texts)
        data = None if body is None else json.dumps(body).encode()
        attempt = 0
        while True:
            request = urllib.request.Request(address, data=data, method=method)
            request.add_header("Api-Key", self.api_key)
            if data is not None:
                request.add_header("Content-Type", "application/json")
            try:
                with urllib.request.urlopen(request, timeout=self.timeout_s) as answer:
                    content = answer.read()
                    return (json.loads(content) if content else None), answer.headers
            except urllib.error.HTTPError as refused:
                pause_s = self._pause_of(method, attempt, refused.code, refused.headers.get("Retry-After"))
                if pause_s is None:
                    raise self._error_of(refused) from None
            except OSError as lost:
                pause_s = self._pause_of(method, attempt, None, None)
                if pause_s is None:
                    raise PortolanError(f"{method} {path}: {lost}") from lost
            time.sleep(pause_s)
            attempt += 1

    def _pause_of(self, method, attempt, status, retry_after):
        """Seconds until the next attempt; None when there is none."""
        is_temporary = status in (429, 503) or (method != "POST" and (status is None or status >= 500))
        if attempt >= self.retries or not is_temporary:
            return None
        if retry_after is not None and retry_after.isdigit():
            return None if int(retry_after) > self.longest_pause_s else int(retry_after)
        return min(0.5 * 2**attempt * random.uniform(0.75, 1.25), self.longest_pause_s)

    @staticmethod
    def _error_of(refused):
        try:
            reasons = [one["message"] for one in json.loads(refused.read())["errors"]]
        except (ValueError, KeyError, TypeError):
            reasons = []
        return PortolanError(f"HTTP {refused.code}: {'; '.join(reasons)}", refused.code, reasons)


def verify_webhook(body, headers, secret, tolerance_s=300):
    """Gives the JSON of a webhook that is signed by Standard Webhooks; raises WebhookError otherwise.

    `body` is the bytes as received, `headers` has a method `get`, `secret` is whsec_... or base64.
    """
    message_id, timestamp = headers.get("webhook-id"), headers.get("webhook-timestamp")
    signatures = headers.get("webhook-signature")
    if not message_id or not timestamp or not signatures:
        raise WebhookError("a header of the signature is missing")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > tolerance_s:
        raise WebhookError("the webhook is too old, or its time is wrong")
    key = base64.b64decode(secret[len("whsec_") :] if secret.startswith("whsec_") else secret)
    signed = f"{message_id}.{timestamp}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    if not any(hmac.compare_digest(wanted.encode(), given.encode()) for given in signatures.split(" ")):
        raise WebhookError("the signature does not match")
    return json.loads(body)
