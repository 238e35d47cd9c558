"""A robot in 60 lines: python3 robot.py http://localhost:8080 prk_... [jobs to run before it ends]"""
import json
import sys
import time
import urllib.error
import urllib.request

server, key = sys.argv[1], sys.argv[2]
jobs_left = int(sys.argv[3]) if len(sys.argv) > 3 else -1


class Refused(Exception):
    pass


def call(name, **body):
    request = urllib.request.Request(
        f"{server}/api/robot/v1/{name}",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "Source": "WaliRobot", "Api-Key": key},
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            answer = json.load(response)
    except urllib.error.HTTPError as error:
        raise Refused(f"{name}: HTTP {error.code}") from error
    if answer["status"] != 1:
        raise Refused((answer["data"] or {}).get("code", answer["msg"]))
    return answer["data"]


def now():
    return int(time.time() * 1000)


def run(job, lease):
    lines = [{"at": now(), "level": "info", "text": f"echo of {json.dumps(job['input'])}"}]
    call("log", **lease, sentAt=now(), first=0, lines=lines)
    heard = call("heartbeat", session=session, sentAt=now(), jobs=[{"jobId": job["jobId"], "fence": job["fence"]}])
    if any(signal["signal"] == "stop" for signal in heard["signals"]):
        return {"status": "Stopped"}
    if job["work"].get("name") != "echo":
        return {"status": "Faulted", "errorCode": "no_handler", "errorText": f"cannot run {job['work']}"}
    return {"status": "Successful", "output": {"echo": job["input"], "by": "python"}}


hello = call("register", protocol=1, agentVersion="py-1", capabilities=["handler"], host="python", sentAt=now())
session = hello["session"]
print("robot", hello["robotName"], "is ready", flush=True)
while jobs_left != 0:
    jobs = call("lease", session=session, most=1)
    for job in jobs:
        lease = {"session": session, "jobId": job["jobId"], "fence": job["fence"]}
        try:
            call("complete", **lease, **run(job, lease))
        except Refused as refused:
            print("job", job["jobId"], refused, flush=True)
        jobs_left -= 1
    if not jobs:
        call("heartbeat", session=session, sentAt=now(), jobs=[])
        time.sleep(hello["pollSeconds"])
call("disconnect", session=session)
