/**
 * About how many bytes rows take in the file, their indexes included (https://sqlite.org/fileformat.html §1.6): an index
 * whose keys come in no order has pages that are two thirds full.
 */

const pageBytes = 2048;
/** The most bytes of a row that stand in a page of a table; of a longer one the rest stands in pages of its own. */
const inPage = pageBytes - 35;
const leastInPage = 232;
const overflowBytes = pageBytes - 4;

/** A content of so many stored bytes. */
export function contentBytes(stored: number): number {
  const index = 75;
  const payload = stored + 60;
  if (payload <= inPage) return payload + index;
  const rest = leastInPage + ((payload - leastInPage) % overflowBytes);
  const local = rest <= inPage ? rest : leastInPage;
  return local + Math.ceil((payload - local) / overflowBytes) * pageBytes + index;
}

/** A pass with so many characters of text. */
export function passBytes(controller: string, text: number, key: number): number {
  return 55 + 3 * controller.length + 2 * key + text;
}

/** A join with so many characters of text. */
export function joinBytes(controller: string, node: string, text: number): number {
  return 45 + controller.length + node.length + text;
}
