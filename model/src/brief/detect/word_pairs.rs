//! Words that people join with a slash, each between spaces: a pair of them is a note and no repository.

/// Opposites, alternatives and lists of two. Both words of a pair are in it.
pub(super) const WORDS: &str = " yes no true false on off in out up down left right top bottom front back and or either neither nor \
     input output read write open closed close start stop begin end first last new old hot cold big small light dark black \
     white red green blue yellow orange pink purple grey gray day night morning afternoon evening noon midnight today \
     tomorrow spring summer autumn fall winter mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday \
     sunday jan feb mar apr may jun jul aug sep oct nov dec january february march april june july august september october \
     november december north south east west man woman men women boy girl male female mother father mum mom dad parent \
     parents child children kids son daughter brother sister pros cons buy sell win lose profit loss supply demand cause \
     effect client server frontend backend fullstack master slave primary secondary source target import export upload \
     download key value name username user users password email mail e-mail phone tel fax mobile desktop web ios android mac \
     macos windows linux http https tcp ip udp ftp ssh html css js ascii unicode utf local remote online offline on-site \
     onsite hybrid public private internal external pull push request response question answer problem solution design \
     development dev ops sales marketing product research teaching art music film photo photos photography video audio text \
     image images sound vision poetry prose fiction nonfiction theatre theater dance drama comedy rock pop jazz folk indie \
     metal punk ambient techno house trance soul funk blues rap hip-hop classical electronic acoustic electric vocals guitar \
     bass drums piano keys violin singer songwriter writer author editor poet artist painter illustrator sculptor designer \
     developer engineer programmer hacker coder maker builder founder co-founder cofounder ceo cto owner manager director \
     producer dj composer musician performer actor actress model photographer filmmaker videographer journalist blogger \
     podcaster speaker teacher student coach trainer mentor consultant freelancer researcher scientist doctor nurse chef \
     cook baker potter barista gardener farmer runner cyclist dancer curator architect lawyer activist organiser organizer \
     creator streamer gamer vlogger influencer entrepreneur investor translator copywriter strategist lead senior junior \
     coffee tea beer wine food drink drinks water milk sugar salt pepper breakfast lunch dinner brunch vegan vegetarian bread \
     butter cake cakes pie cats dogs cat dog reading writing listening speaking drawing painting singing dancing running \
     swimming cycling hiking climbing yoga travel home away work life play love hate peace war good bad better worse best \
     worst more less plus minus many few all none some any now never always here there this that these those what who when \
     where why how his her hers him their theirs your you me us we it its if then else with without before after \
     over under above below for from to into of at by as per is are was were be can cannot could should would must \
     dead alive live recorded weekly monthly daily yearly hourly week month year hour minute second hours minutes \
     days weeks months years person people adult adults single double married divorced free paid gold silver bronze iron \
     rich poor high low fast slow loud quiet hard soft wet dry full empty long short wide narrow thick thin heavy near far \
     early late young inside outside indoor indoors outdoor outdoors upstairs downstairs english german \
     deutsch french français spanish español italian italiano portuguese dutch polish russian chinese japanese korean arabic \
     hindi turkish swedish danish norwegian finnish czech greek hebrew latin europe asia africa america oceania paris london \
     berlin vienna tokyo rome madrid lisbon porto amsterdam miles km kilometers metres meters feet inches kg pounds grams \
     litres liters gallons euro euros dollar dollars usd eur gbp jpy page pages track tracks album albums single singles ep \
     side a-side b-side part parts chapter chapters vol volume nobody everybody someone ja nein oui non sí si und oder \
     et ou y o e do don't not only also ";

/// Pronouns, in the languages that name them with a slash.
pub(super) const PRONOUNS: &str = " he him his she her hers they them theirs it its xe xem xyr ze zir hir ey em eir fae faer ve ver vis per pers any all \
     ask none sie er ihm ihr elle il iel lui el ella elle ellx ele ela elu ona on oni hij hem zij hen han hon hun hän ";

/// What something is counted in, after a number.
pub(super) const UNITS: &str = " h hr hrs hour hours min mins minute minutes s sec second seconds day days night nights week weeks wk mo month months \
     yr year years quarter pp person people kg g mg lb lbs oz km m cm mm mi mile miles l ml dl page pages item items \
     user users seat seats unit units class session time times piece pieces ";

/// Folders, which stand first in paths.
pub(super) const FOLDERS: &str = " src lib libs bin app apps test tests spec specs doc docs documentation build dist out target public static assets \
     etc usr var tmp opt mnt dev proc sys include includes scripts script examples example samples sample config configs conf \
     pages components views templates layouts styles css js img imgs image images icons fonts media data db migrations models \
     controllers routes services utils util helpers hooks store stores types tools cmd pkg internal vendor node_modules \
     packages crates modules plugins themes content posts drafts notes archive backup backups downloads documents desktop \
     pictures videos music root ";

/// Names of files whose endings names of repositories have, too.
pub(super) const FILE_STEMS: &str = " index main lib mod app server client test tests setup config settings utils util helpers types constants build \
     gulpfile webpack.config vite.config rollup.config tailwind.config conftest __init__ manage run start install deploy \
     script scripts routes router models views urls admin background content popup worker sw ";
