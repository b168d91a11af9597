//! A database of addresses in MaxMind's format (<https://maxmind.github.io/MaxMind-DB/>), as small as it can be.

use std::net::Ipv4Addr;

/// The bytes of a database that knows these networks, each a /24, and their countries.
pub fn database_of_addresses(networks: &[(Ipv4Addr, &str)]) -> Vec<u8> {
    // Each node has two records: none, another node, or where the data of a network begins.
    let (mut nodes, mut data): (Vec<[Record; 2]>, Vec<u8>) = (vec![[Record::None; 2]], Vec::new());
    for (network, country) in networks {
        let (bits, mut node) = (network.to_bits(), 0);
        for depth in 0..24 {
            let side = usize::try_from(bits >> (31 - depth) & 1).unwrap();
            nodes[node][side] = match nodes[node][side] {
                Record::Node(_) if depth < 23 => nodes[node][side],
                _ if depth < 23 => {
                    nodes.push([Record::None; 2]);
                    Record::Node(nodes.len() - 1)
                }
                _ => Record::Data(data.len()),
            };
            node = if let Record::Node(next) = nodes[node][side] { next } else { node };
        }
        data.extend(Value::Map(vec![("country", Value::Map(vec![("iso_code", Value::Text(country))]))]).bytes());
    }
    let count = nodes.len();
    let number = |record: &Record| match record {
        Record::None => count,
        Record::Node(node) => *node,
        Record::Data(at) => count + 16 + at,
    };
    let mut file: Vec<u8> =
        nodes.iter().flatten().flat_map(|record| number(record).to_be_bytes()[5..].to_vec()).collect();
    file.extend([0; 16]);
    file.extend(data);
    file.extend(b"\xab\xcd\xefMaxMind.com");
    let about = [
        ("node_count", Value::Number(6, count)),
        ("record_size", Value::Number(5, 24)),
        ("ip_version", Value::Number(5, 4)),
        ("database_type", Value::Text("Test-Country")),
        ("languages", Value::NoList),
        ("binary_format_major_version", Value::Number(5, 2)),
        ("binary_format_minor_version", Value::Number(5, 0)),
        ("build_epoch", Value::Number(9, 1)),
        ("description", Value::Map(Vec::new())),
    ];
    file.extend(Value::Map(about.into_iter().collect()).bytes());
    file
}

#[derive(Clone, Copy)]
enum Record {
    None,
    Node(usize),
    Data(usize),
}

enum Value<'a> {
    Text(&'a str),
    /// Its type and its value.
    Number(u8, usize),
    Map(Vec<(&'a str, Value<'a>)>),
    NoList,
}

impl Value<'_> {
    fn bytes(&self) -> Vec<u8> {
        // The type, in a second byte from 8 on, and the size, which stays under 29 here.
        let head = |kind: u8, size: usize| {
            let size = u8::try_from(size).unwrap();
            if kind < 8 { vec![kind << 5 | size] } else { vec![size, kind - 7] }
        };
        match self {
            Self::Text(text) => [head(2, text.len()), text.as_bytes().to_vec()].concat(),
            Self::Number(kind, value) => [head(*kind, 2), value.to_be_bytes()[6..].to_vec()].concat(),
            Self::Map(fields) => {
                let pairs = fields.iter().flat_map(|(name, value)| [Value::Text(name).bytes(), value.bytes()]);
                [head(7, fields.len()), pairs.flatten().collect()].concat()
            }
            Self::NoList => head(11, 0),
        }
    }
}
