//! Attempts to reach private addresses of this machine or its network. Connections are counted: none may go there.

use url::Url;

use super::{every_way, outbound};
use crate::support::web::{FakeWeb, PUBLIC_ADDRESS, ReceivedRequest, forbidden, ok, redirect};

/// Host spellings that denote a private address, or internal names.
const HOSTS: &[&str] = &[
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "127.255.255.254",
    "2130706433",
    "017700000001",
    "0x7f000001",
    "0x7f.1",
    "0x7f.0x0.0x0.0x1",
    "0177.0.0.1",
    "0177.0.0.01",
    "0.0.0.0",
    "0",
    "10.0.0.1",
    "10.1",
    "167772161",
    "012.0.0.1",
    "100.64.0.1",
    "100.100.100.200",
    "169.254.169.254",
    "2852039166",
    "0xa9fea9fe",
    "0xa9.0xfe.0xa9.0xfe",
    "0251.0376.0251.0376",
    "169.254.170.2",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.168.0.1",
    "192.168.1",
    "3232235521",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "[::]",
    "[::1]",
    "[0:0:0:0:0:0:0:1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:169.254.169.254]",
    "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]",
    "[64:ff9b::a9fe:a9fe]",
    "[64:ff9b:1::1]",
    "[2002:7f00:1::]",
    "[2002:a9fe:a9fe::1]",
    "[2001:0:7f00:1::]",
    "[2001:db8::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "db.localhost",
    "localhost.localdomain.",
    "printer.local",
    "metadata.google.internal",
    "host.docker.internal",
    "kubernetes.default.svc.internal",
    "intranet",
    "metadata",
    "router.home.arpa",
    "hidden.onion",
    "①②⑦.⓪.⓪.①",
    "127。0。0。1",
    "127%2e0%2e0%2e1",
];

/// Addresses that a name must not resolve to.
const ADDRESSES: &[&str] = &[
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.0.0.53",
    "127.255.255.255",
    "169.254.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.17.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1",
    "192.168.0.1",
    "192.168.255.255",
    "192.175.48.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "::ffff:93.184.216.34",
    "64:ff9b::127.0.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::1",
    "100::1",
    "2001::1",
    "2001:0:7f00:1::",
    "2001:2::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "2002:a00:1::1",
    "2002:a9fe:a9fe::1",
    "2620:4f:8000::1",
    "3fff::1",
    "5f00::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
];

/// URLs with a forbidden scheme, port or user.
const FORMS: &[&str] = &[
    "http://site.example:22/",
    "http://site.example:8080/",
    "https://site.example:80/",
    "http://site.example:443/",
    "https://site.example:6379/",
    "http://u@site.example/",
    "http://u:p@site.example/",
    "http://site.example@127.0.0.1/",
    "http://127.0.0.1#@site.example/",
    "http://127.0.0.1\\@site.example/",
    "http:\\\\127.0.0.1\\",
    "http:///127.0.0.1/",
    "ftp://site.example/",
    "file:///etc/passwd",
    "file://site.example/etc/passwd",
    "gopher://site.example/_x",
    "dict://site.example/x",
    "data:text/html,x",
    "blob:https://site.example/x",
    "ws://site.example/",
];

fn site(request: &ReceivedRequest) -> crate::support::web::FakeReply {
    match request.path.strip_prefix("/to?") {
        Some(to) => redirect(&url::form_urlencoded::parse(format!("x={to}").as_bytes()).next().unwrap().1),
        None => ok("text/html", "<title>inside</title>"),
    }
}

fn leading_to(to: &str) -> Url {
    let to: String = url::form_urlencoded::byte_serialize(to.as_bytes()).collect();
    Url::parse(&format!("https://site.example/to?{to}")).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_no_packet_goes_where_only_this_machine_can() {
    let web = FakeWeb::start(&["site.example"], site).await;
    let outbound = outbound(&web);
    let mut vectors = 0;
    let mut refused = async |name: &str, url: &Url| {
        vectors += 1;
        for fetched in every_way(&outbound, url).await {
            assert!(fetched.is_err(), "{name} was fetched: {fetched:?}");
        }
        assert_eq!(forbidden(&web.connected()), [], "{name}");
    };
    // As the owner writes them, and as redirects of a page.
    let written = HOSTS.iter().flat_map(|host| [format!("http://{host}/"), format!("https://{host}/x")]);
    for text in written.chain(FORMS.iter().map(|form| (*form).to_owned())) {
        if let Ok(url) = Url::parse(&text) {
            refused(&text, &url).await;
        }
        refused(&format!("a redirect to {text}"), &leading_to(&text)).await;
    }
    // As DNS results: alone, after a public address, before one.
    for (at, address) in ADDRESSES.iter().enumerate() {
        for (how, answers) in
            [[*address].as_slice(), &[PUBLIC_ADDRESS, address], &[address, PUBLIC_ADDRESS]].iter().enumerate()
        {
            let host = format!("n{at}-{how}.example");
            web.name(&host, &[answers]);
            let url = Url::parse(&format!("http://{host}/")).unwrap();
            refused(&format!("{host} at {answers:?}"), &url).await;
            refused(&format!("a redirect to {host} at {answers:?}"), &leading_to(url.as_str())).await;
        }
    }
    assert!(vectors >= 150, "{vectors}");
    assert!(!web.connected().is_empty(), "the pages that lead there were asked for");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_name_that_changes_where_it_leads() {
    let web = FakeWeb::start(&["rebind.example"], site).await;
    let outbound = outbound(&web);
    let ask = |text: &str| Url::parse(text).unwrap();
    for address in ADDRESSES {
        // Public when checked, private on every later resolution.
        web.name("rebind.example", &[&[PUBLIC_ADDRESS], &[address]]);
        let page = ask("http://rebind.example/");
        let page = mantel_server::outbound::Request::page(&page);
        assert!(outbound.get(&page).await.is_ok(), "{address}");
        assert!(outbound.get(&page).await.is_err(), "{address}");
        // The same within one fetch: the second hop resolves the name again.
        web.name("rebind.example", &[&[PUBLIC_ADDRESS], &[address]]);
        let twice = ask("http://rebind.example/to?http%3A%2F%2Frebind.example%2Fsecret");
        assert!(outbound.get(&mantel_server::outbound::Request::page(&twice)).await.is_err(), "{address}");
        assert_eq!(forbidden(&web.connected()), [], "{address}");
    }
    assert_eq!(web.count("/secret"), 0);
    assert_eq!(web.connected().len(), 2 * ADDRESSES.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attack_a_good_name_with_a_certificate_of_another() {
    let web = FakeWeb::start(&["site.example"], site).await;
    web.name("bank.example", &[&[PUBLIC_ADDRESS]]);
    let url = Url::parse("https://bank.example/").unwrap();
    for fetched in every_way(&outbound(&web), &url).await {
        assert!(fetched.unwrap_err().0.contains("certificate"));
    }
}
