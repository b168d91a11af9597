"""What the calls made from the description need to know of Mantel, and the checks that are ours."""

import json
import os
import re
import tomllib
import urllib.error
import urllib.request
from pathlib import Path

import schemathesis
from schemathesis import GenerationMode

URL = os.environ["MANTEL_URL"]
KEYS = json.loads(os.environ["MANTEL_KEYS"])
EXCEPTIONS = tomllib.loads(Path(__file__).with_name("exceptions.toml").read_text())["exception"]
# Calls that need an account without a page; every other time they get one.
MAKES = {"claimUsername": 0, "importPage": 0}


def call(who, method, path, body=None):
    """A call of our own beside the ones that are tried: status and text."""
    headers = {"Authorization": f"Bearer {KEYS[who]}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as reply:
            return reply.status, reply.read().decode("utf-8", "replace")
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode("utf-8", "replace")


def operation(case):
    return case.operation.definition.raw.get("operationId")


@schemathesis.hook
def before_call(context, case, kwargs):
    name = operation(case)
    if name in MAKES:
        MAKES[name] += 1
        if MAKES[name] % 2:
            call("ada", "DELETE", "/api/v1/page")
    # From the first event on, so that there is one to hear.
    if name == "watchPage" and str((case.headers or {}).get("Last-Event-ID", "0")).isdigit():
        case.headers = {**(case.headers or {}), "Last-Event-ID": "0"}


@schemathesis.hook
def after_call(context, case, response):
    """There is a published page to work on, whatever became of the last."""
    name = operation(case)
    if name == "unpublish" or name in MAKES or name == "deletePage":
        if call("ada", "POST", "/api/v1/page/publish")[0] == 404:
            call("ada", "POST", "/api/v1/claim", {"username": "ada-page"})
            call("ada", "POST", "/api/v1/page/publish")


def excused(name, problem):
    """Whether an exception explains this refusal; each wrong place needs its own."""
    said = [error["message"] for error in problem.get("errors", [])] or [problem["detail"]]

    def one(words):
        for exception in EXCEPTIONS:
            here = name in exception["operations"] or exception["operations"] == ["*"]
            if here and exception["code"] == problem["code"] and re.search(exception.get("says", ""), words):
                return True
        return False

    return all(one(words) for words in said)


def allowed(case):
    """Whether the headers are what the description says: coverage calls some good that do not match their pattern."""
    sent = {name.lower(): value for name, value in (case.headers or {}).items()}
    for parameter in case.operation.definition.raw.get("parameters", []):
        while "$ref" in parameter:
            parameter = component(case, parameter["$ref"])
        value, pattern = sent.get(parameter["name"].lower()), parameter["schema"].get("pattern")
        if parameter["in"] == "header" and value is not None and pattern and not re.search(pattern, str(value)):
            return False
    return True


def component(case, pointer):
    found = case.operation.schema.raw_schema
    for name in pointer.removeprefix("#/").split("/"):
        found = found[name]
    return found


@schemathesis.check
def accepted_or_excused(context, response, case):
    """What the description allows is accepted, or refused for the page's sake (no page, a newer version, an explained reason)."""
    meta = case.meta
    if meta is None or meta.generation.mode != GenerationMode.POSITIVE or not 400 <= response.status_code < 500:
        return
    if response.status_code in (401, 403, 404, 405, 409) or not allowed(case):
        return
    problem = json.loads(response.content)
    if not excused(operation(case), problem):
        raise AssertionError(f"allowed by the description, but refused: {json.dumps(problem, ensure_ascii=False)}")


@schemathesis.check
def nobody_elses_page(context, response, case):
    """Ada's calls never see Ben's page; Ben's key never gets Ada's."""
    if b"Ben's own" in (response.content or b""):
        raise AssertionError("Ada's call shows Ben's page")
    path = case.operation.path
    own = case.method == "GET" and response.status_code == 200 and path.startswith("/api/v1/page")
    if not own or operation(case) == "watchPage":
        return
    status, text = call("ben", "GET", case.formatted_path)
    if status == 200 and text.encode() == response.content:
        raise AssertionError(f"Ben's key gets what is Ada's: {text[:200]}")
