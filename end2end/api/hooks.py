"""Schemathesis hooks that prepare state in Mantel, and Mantel's own checks."""

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
# Operations that create the page, with their number of calls: the page is deleted before every second one.
CREATES_PAGE = {"claimUsername": 0, "importPage": 0}


def call(account, method, path, body=None):
    """A call outside the generated ones: status and text."""
    headers = {"Authorization": f"Bearer {KEYS[account]}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return response.status, response.read().decode("utf-8", "replace")
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode("utf-8", "replace")


def operation(case):
    return case.operation.definition.raw.get("operationId")


@schemathesis.hook
def before_call(context, case, kwargs):
    name = operation(case)
    if name in CREATES_PAGE:
        CREATES_PAGE[name] += 1
        if CREATES_PAGE[name] % 2:
            call("ada", "DELETE", "/api/v1/page")
    # Replay from the first event, so that the stream has one.
    if name == "watchPage" and str((case.headers or {}).get("Last-Event-ID", "0")).isdigit():
        case.headers = {**(case.headers or {}), "Last-Event-ID": "0"}


@schemathesis.hook
def after_call(context, case, response):
    """Ensures a published page after operations that may remove it."""
    name = operation(case)
    if name == "unpublish" or name in CREATES_PAGE or name == "deletePage":
        if call("ada", "POST", "/api/v1/page/publish")[0] == 404:
            call("ada", "POST", "/api/v1/claim", {"username": "ada-page"})
            call("ada", "POST", "/api/v1/page/publish")


def explained(name, problem):
    """Whether exceptions explain this rejection; each error in it needs one."""
    messages = [error["message"] for error in problem.get("errors", [])] or [problem["detail"]]

    def has_exception(message):
        for exception in EXCEPTIONS:
            applies = name in exception["operations"] or exception["operations"] == ["*"]
            if applies and exception["code"] == problem["code"] and re.search(exception.get("says", ""), message):
                return True
        return False

    return all(has_exception(message) for message in messages)


def headers_match(case):
    """Whether the headers match the description: the coverage phase labels some as valid that do not match their pattern."""
    sent = {name.lower(): value for name, value in (case.headers or {}).items()}
    for parameter in case.operation.definition.raw.get("parameters", []):
        while "$ref" in parameter:
            parameter = resolve(case, parameter["$ref"])
        value, pattern = sent.get(parameter["name"].lower()), parameter["schema"].get("pattern")
        if parameter["in"] == "header" and value is not None and pattern and not re.search(pattern, str(value)):
            return False
    return True


def resolve(case, pointer):
    component = case.operation.schema.raw_schema
    for name in pointer.removeprefix("#/").split("/"):
        component = component[name]
    return component


@schemathesis.check
def accepted_or_explained(context, response, case):
    """Valid calls are accepted, or rejected because of state (no page, a newer version) or for a reason in exceptions.toml."""
    meta = case.meta
    if meta is None or meta.generation.mode != GenerationMode.POSITIVE or not 400 <= response.status_code < 500:
        return
    if response.status_code in (401, 403, 404, 405, 409) or not headers_match(case):
        return
    problem = json.loads(response.content)
    if not explained(operation(case), problem):
        raise AssertionError(f"valid by the description, but rejected: {json.dumps(problem, ensure_ascii=False)}")


@schemathesis.check
def accounts_are_isolated(context, response, case):
    """Ada's calls never show Ben's page; Ben's key never reads Ada's."""
    if any(words in (response.content or b"") for words in (b"Ben's own", b"bens-own")):
        raise AssertionError("Ada's call shows what is Ben's")
    path = case.operation.path
    reads_page = case.method == "GET" and response.status_code == 200 and path.startswith("/api/v1/page")
    if not reads_page or operation(case) == "watchPage":
        return
    status, text = call("ben", "GET", case.formatted_path)
    if status == 200 and text.encode() == response.content:
        raise AssertionError(f"Ben's key gets what is Ada's: {text[:200]}")
