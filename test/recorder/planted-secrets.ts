/**
 * Secrets to be planted, and the search for them. Each has a stem that stands nowhere by chance and a number, so that one
 * search finds any of them, in whatever form, and says which it was.
 */
const stem = 'Zx9Qv7';
const hexStem = 'deadc0ffee5ecre7'.replace(/[^0-9a-f]/g, '0');

/** One secret: what it is made of, by number; the same number with another turn is another value of the same secret. */
export interface Core {
  readonly number: number;
  readonly turn: number;
}

/** Letters and digits of both cases. */
export const mixed = ({ number, turn }: Core): string => `${stem}${padded(number, 5)}kT3w${turn}Rb`;
const upper = ({ number, turn }: Core): string => `${stem.toUpperCase()}${padded(number, 5)}${padded(turn, 5)}`;
const hex = ({ number, turn }: Core): string => `${hexStem}${padded(number, 8)}${padded(turn, 8)}`;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Secrets without anything that tells them: for places that are secret by themselves. */
export const bareSecrets: Readonly<Record<string, (core: Core) => string>> = {
  'letters and digits': mixed,
  'marks of all kinds': (core) => `p@:/?#&=%"'\\{}[]<>|*~ ${mixed(core)}$!`,
  'a text of two lines': (core) => `first ${mixed(core)}\nsecond ${mixed(core)}`,
  'a text that begins with a dash': (core) => `--${mixed(core)}`,
  'an assignment': (core) => `A=${mixed(core)}=`,
  'JSON of no known key': (core) => JSON.stringify({ a: [mixed(core)] }),
  base64: (core) => base64(`plain ${mixed(core)}`),
  'words with blanks': (core) => `correct horse ${mixed(core)} battery`,
};

/** Texts that hold a secret and something that tells it, wherever they stand. */
export const tellingTexts: Readonly<Record<string, (core: Core) => string>> = {
  'a setting': (core) => `DB_PASSWORD=${mixed(core)}`,
  'a setting of YAML': (core) => `db_password: ${mixed(core)}`,
  'a setting in quotes': (core) => `client_secret = "${mixed(core)} x"`,
  'words after a colon': (core) => `password: correct ${mixed(core)} horse`,
  'a short word': (core) => `x pwd=${mixed(core)} y`,
  'a flag': (core) => `serve --admin-token ${mixed(core)} --verbose`,
  'a flag with its value': (core) => `serve --admin-token=${mixed(core)} --verbose`,
  'the flag of a program': (core) => `mysqladmin -uroot -p${mixed(core)} ping`,
  'another of those': (core) => `redis-cli -h cache -a ${mixed(core)} ping`,
  'a user of curl': (core) => `curl -u admin:${mixed(core)} http://localhost`,
  'an export': (core) => `export DSN=${mixed(core)}; run`,
  'env of docker run': (core) => `docker run -e DSN=${mixed(core)} -e "B=x ${mixed(core)}" img`,
  'a command of a shell': (core) => `sh -c "DSN=${mixed(core)} run"`,
  'a URL of PostgreSQL': (core) => `postgres://me:${mixed(core)}@db/app`,
  'a URL with marks in it': (core) => `postgres://me:a/b@${mixed(core)}?c#d@db/app`,
  'a URL of Redis': (core) => `redis://:${mixed(core)}@cache:6379/0`,
  'a URL of AMQP': (core) => `amqps://me:${mixed(core)}@mq:5671/%2f`,
  'a URL of a token alone': (core) => `https://${mixed(core)}@forge.example/x.git`,
  'a URL that is cut off': (core) => `see https://me:${mixed(core)}`,
  'several hosts': (core) => `mongodb://me:${mixed(core)}@h1:27017,h2:27017/app`,
  'a query': (core) => `https://x.example/?access_token=${mixed(core)}&page=1`,
  'a signature of storage': (core) => `https://x.example/c?sv=2024&sig=${mixed(core)}&se=1`,
  JDBC: (core) => `jdbc:mysql://db:3306/app?user=me&password=${mixed(core)}`,
  'JDBC of Oracle': (core) => `jdbc:oracle:thin:scott/${mixed(core)}@db:1521:orcl`,
  libpq: (core) => `host=db user=me password=${mixed(core)} sslmode=require`,
  ADO: (core) => `Server=db;User Id=sa;Pwd=${mixed(core)};Encrypt=yes`,
  Azure: (core) => `AccountName=x;AccountKey=${mixed(core)}==;EndpointSuffix=y`,
  'a DSN of Go': (core) => `root:${mixed(core)}@tcp(db:3306)/app`,
  'a bearer': (core) => `Authorization: Bearer ${mixed(core)}`,
  basic: (core) => `Authorization: Basic ${base64(`me:${mixed(core)}`)}`,
  'a header': (core) => `X-Vault-Token: ${mixed(core)}`,
  cookies: (core) => `Cookie: a=${mixed(core)}; sid=${mixed(core)}`,
  netrc: (core) => `machine forge login me password ${mixed(core)}`,
  'Docker auth': (core) => JSON.stringify({ auths: { 'r.example': { auth: base64(`me:${mixed(core)}`) } } }),
  'JSON with env': (core) =>
    JSON.stringify({ env: { A: mixed(core) }, b: JSON.stringify({ environment: [mixed(core)] }) }),
  'JSON in words': (core) => `plan failed: {"env":{"A":"}${mixed(core)}"},"b":1} while`,
  'JSON that is cut off': (core) => `{"a":1,"env":{"A":"${mixed(core)}`,
  'a pair of JSON in words': (core) => `found {"name":"DB_PASSWORD","value":"${mixed(core)}"} here`,
  'what Go prints': (core) => `config {Env:[A=${mixed(core)} B=x] Cmd:[y]}`,
  'YAML with env': (core) => `services:\n  web:\n    environment:\n      A: ${mixed(core)}\n    image: web`,
  'YAML with a block': (core) => `password: |\n  x\n  ${mixed(core)}\nuser: me`,
  kubeconfig: (core) => `users:\n- name: me\n  user:\n    client-key-data: ${base64(mixed(core))}`,
  XML: (core) => `<password>${mixed(core)}</password>`,
  'a PEM': (core) => `-----BEGIN RSA PRIVATE KEY-----\n${mixed(core)}\n-----END RSA PRIVATE KEY-----`,
  'a PEM on one line': (core) =>
    `-----BEGIN OPENSSH PRIVATE KEY-----\\n${mixed(core)}\\n-----END OPENSSH PRIVATE KEY-----`,
  'a PEM in base64': (core) =>
    `x ${base64(`-----BEGIN PRIVATE KEY-----\n${mixed(core)}\n-----END PRIVATE KEY-----\n`)}`,
  'a key of PuTTY': (core) => `PuTTY-User-Key-File-3: x\nPrivate-Lines: 1\n${mixed(core)}\nPrivate-MAC: 00`,
  'a key of age': (core) => `AGE-SECRET-KEY-1${upper(core)}QQQQ`,
  'a JWT': (core) => `eyJhbGciOiJub25lIn0.${mixed(core)}.${mixed(core)}`,
  'a JWT without a signature': (core) => `eyJhbGciOiJub25lIn0.${mixed(core)}`,
  'a key id of AWS': (core) => `AKIA${upper(core)}`,
  'a token of GitHub': (core) => `ghp_${mixed(core)}0123456789`,
  'a token of GitLab': (core) => `glpat-${mixed(core)}`,
  'a key of an API': (core) => `sk-proj-${mixed(core)}`,
  'a token of Databricks': (core) => `dapi${hex(core)}`,
  'a webhook of Slack': (core) => `https://hooks.slack.com/services/T0/B0/${mixed(core)}`,
  'a bot of Telegram': (core) => `bot123456789:${mixed(core)}0123456789abcdefghi`,
  'a hash of htpasswd': (core) => `admin:$apr1$salt$${mixed(core)}`,
  'a hash of LDAP': (core) => `{SSHA}${mixed(core)}`,
  'JSON in base64': (core) => `x ${base64(JSON.stringify({ password: mixed(core) }))}`,
  'a URL with percent signs': (core) => `next=https%3A%2F%2Fme%3A${mixed(core)}%40host`,
  'a random key': (core) => `key=${mixed(core)}1a2B3c4D5e6F7g8H`,
};

/** Every form in which a secret may be found: as it is in any case, in base64 at each of its three alignments, in hex. */
const forms: readonly RegExp[] = [
  new RegExp(stem, 'i'),
  new RegExp(hexStem, 'i'),
  ...[0, 1, 2].map((shift) => new RegExp(base64Core(stem, shift))),
  new RegExp(Buffer.from(stem).toString('hex'), 'i'),
];

/** Where a text holds planted secrets: some characters around the first place of each form. */
export function findPlanted(text: string): string[] {
  return forms.flatMap((form) => {
    const at = text.search(form);
    return at < 0 ? [] : [text.slice(Math.max(0, at - 60), at + 60)];
  });
}

/** The characters of base64 that follow from a text alone where it begins so many bytes behind a group. */
function base64Core(text: string, shift: number): string {
  const whole = base64('\0'.repeat(shift) + text);
  return whole.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + text.length) * 8) / 6)).replace(/[+]/g, '\\+');
}

function padded(number: number, length: number): string {
  return String(number).padStart(length, '0');
}
