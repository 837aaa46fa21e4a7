/** A container's declaration with a text somewhere in it. */
export type Spec = (text: string) => object;

/** The places of a container's declaration that are known by their keys. */
export const secretSpecs: Readonly<Record<string, Spec>> = {
  'a map of env': (text) => ({ env: { DSN: text, OTHER: 'x' } }),
  'texts of env': (text) => ({ environment: [`DSN=${text}`] }),
  'pairs of env': (text) => ({ env: [{ name: 'DSN', value: text }] }),
  'env of something inside': (text) => ({ init: [{ container: { env: { A: text } } }] }),
  'a key that names it': (text) => ({ registry: { identitytoken: text, clientSecret: text } }),
  'a name that names it': (text) => ({ options: [{ name: 'ADMIN_PASSWORD', value: text }] }),
  'an argument behind its flag': (text) => ({ command: ['serve', '--admin-token', text, '--verbose'] }),
  'data of a Secret': (text) => ({ objects: [{ kind: 'Secret', data: { a: text }, stringData: { b: text } }] }),
};

/** Those where a text must tell by itself what it holds. */
export const openSpecs: Readonly<Record<string, Spec>> = {
  'an argument': (text) => ({ command: ['serve', text] }),
  'a command of a shell': (text) => ({ command: ['sh', '-c', text] }),
  'a command in one text': (text) => ({ entrypoint: text }),
  'a label': (text) => ({ labels: { 'com.example.note': text } }),
  'a list of labels': (text) => ({ labels: [`com.example.note=${text}`] }),
  'a health check': (text) => ({ healthcheck: { test: ['CMD-SHELL', text], interval: '5s' } }),
  'an unknown key': (text) => ({ annotations: [{ deep: [text] }] }),
  'JSON in a text': (text) => ({ config: JSON.stringify({ inner: text }) }),
  'a key of a map': (text) => ({ map: { [text]: 1 } }),
};
