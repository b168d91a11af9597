"""Runs in a network namespace (server/tests/it/bombs.rs): a public name whose every answer is meant to cost, and the real server
that is made to ask for them, as a page and as a picture. Each may cost 128 MiB and 5 s, and ends in a plain refusal."""
import atexit, gzip, json, os, re, socket, subprocess, sys, tempfile, threading, time, urllib.error, urllib.request, zlib
from pathlib import Path

SERVER, HOST, ADDRESS, BASE = os.environ["MANTEL_SERVER"], "bomb.example", "93.184.216.34", "http://127.0.0.1:3000"
MOST, TIME = 128 * 1024, 5
OK = b"HTTP/1.1 200 OK\r\ncontent-type: %s\r\n%s\r\n"
HTML = OK % (b"text/html", b"")
# So that it is seen when a page was read.
TITLE = b"<title>A page</title>"

def chunk(name, data):
    return len(data).to_bytes(4, "big") + name + data + zlib.crc32(name + data).to_bytes(4, "big")

def png(width, height, depth, kind, raw):
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([depth, kind, 0, 0, 0])
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw, 9)) + chunk(b"IEND", b"")

def picture(body):
    return OK % (b"image/png", b"content-length: %d\r\n" % len(body)) + body

# What is sent first, what over and over, and the pause between, s; None where nothing follows.
BOMBS = {
    "/endless": (HTML + TITLE, b"x" * 65536, 0),
    "/endless-head": (HTML + TITLE, b"<meta name=a content=b>" * 3000, 0),
    "/endless-tag": (HTML + TITLE + b"<meta a='", b"x" * 65536, 0),
    "/nested": (HTML + TITLE + b"<script type=application/ld+json>", b'{"a":[' * 10000, 0),
    "/claims": (OK % (b"text/html", b"content-length: 1099511627776\r\n") + TITLE, b"x" * 65536, 0),
    "/headers": (b"HTTP/1.1 200 OK\r\n", b"x-more: xxxxxxxxxxxxxxxx\r\n" * 1000, 0),
    "/hints": (b"", b"HTTP/1.1 103 Early Hints\r\n\r\n" * 1000, 0),
    "/chunks": (OK % (b"text/html", b"transfer-encoding: chunked\r\n") + b"15\r\n" + TITLE + b"\r\n", b"1\r\nx\r\n" * 10000, 0),
    "/gzip": (OK % (b"text/html", b"content-encoding: gzip\r\n") + gzip.compress(bytes(256 << 20)), None, 0),
    "/drip": (HTML, b"x", 0.1),
    "/slow-head": (b"HTTP/1.1 200 OK\r\nx-slow: ", b"x", 0.1),
    "/silence": (b"", b"", 0.2),
    "/garbage": (b"\xff" * 4096, None, 0),
    "/wide.png": (picture(png(60000, 60000, 8, 2, bytes(100))), None, 0),
    "/largest.png": (picture(png(4096, 4096, 16, 6, bytes((1 + 4096 * 8) * 4096))), None, 0),
    "/long.png": (picture(png(4, 4, 8, 2, bytes(256 << 20))), None, 0),
    "/endless.png": (OK % (b"image/png", b"") + b"\x89PNG\r\n\x1a\n", b"x" * 65536, 0),
}

def answer(stream):
    with stream:
        try:
            asked = b""
            while not asked.endswith(b"\r\n\r\n"):
                asked += stream.recv(4096) or b"\r\n\r\n"
            path = asked.split(b" ")[1].decode()
            if path.startswith("/moved/"):
                stream.sendall(b"HTTP/1.1 302 Found\r\nlocation: /moved/%d\r\ncontent-length: 0\r\n\r\n" % (int(path[7:]) + 1))
                return
            first, more, pause = BOMBS[path]
            stream.sendall(first)
            while more is not None:
                stream.sendall(more)
                time.sleep(pause)
                if not more and stream.recv(1, socket.MSG_DONTWAIT | socket.MSG_PEEK) == b"":
                    return
        except BlockingIOError:
            time.sleep(TIME + 2)
        except OSError:
            pass

def network():
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    subprocess.run(["ip", "addr", "add", ADDRESS, "dev", "lo"], check=True)
    hosts = Path(tempfile.mkdtemp()) / "hosts"
    hosts.write_text(f"127.0.0.1 localhost\n{ADDRESS} {HOST}\n")
    subprocess.run(["mount", "--bind", hosts, "/etc/hosts"], check=True)
    door = socket.create_server((ADDRESS, 80), backlog=64)
    def serve():
        while True:
            threading.Thread(target=answer, args=(door.accept()[0],), daemon=True).start()
    threading.Thread(target=serve, daemon=True).start()

class Mantel:
    """The server, and somebody with a page on it."""
    def __init__(self, folder):
        env = {**os.environ, "BIND": "127.0.0.1:3000", "BASE_URL": BASE, "DATA_DIR": str(folder), "RATE_EDITS": "100000", "RATE_READS": "100000", "RATE_PUBLIC": "100000", "LOG": "warn,mantel_server=debug"}
        run = lambda *words, **more: subprocess.run([SERVER, "admin", *words], env=env, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **more).stdout.decode().strip()
        run("create-account", "ada@harrow.example", "--password-stdin", input=b"a long enough password\n")
        self.key = run("create-key", "ada@harrow.example", "--name", "test")
        self.log = folder / "log"
        self.child = subprocess.Popen([SERVER], env=env, stdout=self.log.open("w"), stderr=subprocess.STDOUT)
        atexit.register(self.child.kill)
        until = time.monotonic() + 30
        while self.status("/readyz") != 200:
            if time.monotonic() > until:
                sys.exit("mantel-server did not become ready in 30 s")
            time.sleep(0.05)
        self.call("/api/v1/claim", {"username": "ada", "empty": True})

    def open(self, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(BASE + path, data, {"authorization": f"Bearer {self.key}", "content-type": "application/json"})
        return urllib.request.urlopen(request, timeout=30)

    def call(self, path, body=None):
        return json.loads(self.open(path, body).read())

    def status(self, path):
        try:
            return self.open(path).status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def forget(self):
        Path(f"/proc/{self.child.pid}/clear_refs").write_text("5")
        return self.memory("VmRSS")

    def memory(self, name):
        return int(re.search(rf"{name}:\s+(\d+)", Path(f"/proc/{self.child.pid}/status").read_text())[1])

    def page(self, url):
        """Has it read as a link leads; says what came of it."""
        tile = self.call("/api/v1/page/tiles", {"tile": {"type": "link", "url": url}})["tiles"][0]["id"]
        until = time.monotonic() + 30
        while time.monotonic() < until:
            found = next(entry for entry in self.call("/api/v1/page")["draft"]["tiles"] if entry["id"] == tile)
            refused = any(url in line and "nothing was fetched" in line for line in self.log.read_text().splitlines())
            if found.get("facts") or refused:
                return "read" if found.get("facts") else "refused"
            time.sleep(0.05)
        return "nothing in 30 s"

    def picture(self, url):
        """Has it fetched as a far picture; says how that was answered."""
        self.call("/api/v1/page/tiles", {"tile": {"type": "image", "src": url}})
        return self.status(self.call("/api/v1/page")["pictures"][url]["src"])

def main():
    network()
    mantel = Mantel(Path(tempfile.mkdtemp()))
    wrong = []
    for path in [*BOMBS, "/moved/0"]:
        ways = [("picture", mantel.picture)] + [("page", mantel.page)] * (not path.endswith(".png"))
        for what, ask in ways:
            before, started = mantel.forget(), time.monotonic()
            came = ask(f"http://{HOST}{path}")
            took, cost = time.monotonic() - started, mantel.memory("VmHWM") - before
            print(f"{path} as a {what}: {came}, {took:.1f} s, {cost // 1024} MiB", flush=True)
            # Ten seconds for what is around the fetch on a busy machine: without its end it would take for ever.
            if cost > MOST or took > TIME + 10 or came not in ("read", "refused", 200, 404):
                wrong.append(f"{path} as a {what}")
    if mantel.child.poll() is not None:
        wrong.append("the server ended")
    mantel.child.terminate()
    mantel.child.wait()
    if wrong:
        sys.exit(f"this does not hold: {wrong}")

main()
