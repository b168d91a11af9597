"""Runs in a network namespace (.ci/inside): a page of links whose names lead inside, and whoever listens there counts."""
import json, os, re, selectors, socket, subprocess, sys, tempfile, threading, time, urllib.request
from pathlib import Path

SERVER = os.environ["MANTEL_SERVER"]
V4 = ["10.0.0.1", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1", "192.0.2.1", "192.168.0.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"]
V6 = ["::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "fc00::1", "fd00:ec2::254", "fec0::1"]
# Written as numbers, they are refused before anybody is asked.
NUMBERS = ["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "169.254.169.254", "[::1]", "[::ffff:7f00:1]", "localhost", "db.localhost"]

def network():
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for address in V4 + V6:
        subprocess.run(["ip", "addr", "add", address, "dev", "lo"], stderr=subprocess.DEVNULL)
    names = {f"n{at}.inside.example": address for at, address in enumerate(V4 + V6)}
    hosts = Path(tempfile.mkdtemp()) / "hosts"
    hosts.write_text("127.0.0.1 localhost\n" + "".join(f"{address} {name}\n" for name, address in names.items()))
    subprocess.run(["mount", "--bind", hosts, "/etc/hosts"], check=True)
    return list(names)

def listen(reached):
    doors = selectors.DefaultSelector()
    for family, where in ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")):
        for port in (80, 443):
            door = socket.socket(family)
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                door.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            door.bind((where, port))
            door.listen(64)
            doors.register(door, selectors.EVENT_READ)
    def serve():
        while True:
            for key, _ in doors.select():
                stream, _ = key.fileobj.accept()
                reached.append(stream.getsockname()[:2])
                stream.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<title>inside</title>")
                stream.close()
    threading.Thread(target=serve, daemon=True).start()

def main():
    names, reached = network(), []
    listen(reached)
    # That what listens is reached at all: by this program, at every address.
    for name in names:
        family, _, _, _, address = socket.getaddrinfo(name, 80, type=socket.SOCK_STREAM)[0]
        try:
            with socket.socket(family) as stream:
                stream.settimeout(2)
                stream.connect(address)
                stream.recv(1)
        except OSError:
            pass
    known, reached[:] = len(reached), []
    folder, base = tempfile.mkdtemp(), "http://127.0.0.1:3000"
    env = {**os.environ, "BIND": "127.0.0.1:3000", "BASE_URL": base, "DATA_DIR": folder, "LOG": "warn,mantel_server::link_metadata=debug"}
    password = b"a long enough password\n"
    admin = lambda *words, **more: subprocess.run([SERVER, "admin", *words], env=env, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **more).stdout.decode().strip()
    admin("create-account", "ada@harrow.example", "--password-stdin", input=password)
    key = admin("create-key", "ada@harrow.example", "--name", "test")
    log = Path(folder) / "log"
    server = subprocess.Popen([SERVER], env=env, stdout=log.open("w"), stderr=subprocess.STDOUT)
    def call(path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(base + path, data, {"authorization": f"Bearer {key}", "content-type": "application/json"})
        return urllib.request.urlopen(request, timeout=20).read()
    until = time.monotonic() + 30
    while True:
        try:
            call("/readyz")
            break
        except OSError:
            if time.monotonic() > until:
                sys.exit("mantel-server did not become ready in 30 s")
    links = [f"{scheme}://{host}/{at}" for host in names + NUMBERS for at, scheme in enumerate(("http", "https"))]
    tiles = [{"type": "link", "url": url} for url in links]
    call("/api/v1/page/import", {"file": {"mantel": 1, "profile": {"name": "Ada"}, "theme": {"style": "cozy"}, "tiles": tiles}, "username": "ada"})
    tried = lambda: len(re.findall(r"nothing was fetched", log.read_text()))
    # Numbers that mean the same address are one address.
    wanted = len({tile["url"] for tile in json.loads(call("/api/v1/page"))["draft"]["tiles"]})
    until = time.monotonic() + 120
    while tried() < wanted and time.monotonic() < until:
        time.sleep(0.2)
    server.terminate()
    server.wait()
    print(f"{tried()} of {wanted} addresses tried; {known} of {len(names)} names were reachable; {len(reached)} connections by the server")
    if reached or tried() < wanted or known < len(names) // 2:
        sys.exit(f"this does not hold: {reached}")

main()
