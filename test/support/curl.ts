import { spawn } from 'node:child_process';

/** What curl got: the last status, its headers in lower case, the body, and the exit status of curl itself. */
export interface Curled {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly exitStatus: number;
}

/** Runs curl, with its standard input where one is given. */
export async function curl(args: readonly string[], input?: string | Uint8Array): Promise<Curled> {
  const child = spawn('curl', ['-sS', '-i', '--max-time', '15', ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.on('error', () => {}).end(input);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const exitStatus = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  const parts = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n');
  while (parts[0]?.startsWith('HTTP/1.1 100')) parts.shift();
  const [first = '', ...lines] = (parts.shift() ?? '').split('\r\n');
  return {
    status: Number(first.split(' ')[1] ?? 0),
    headers: Object.fromEntries(lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]])),
    body: parts.join('\r\n\r\n'),
    exitStatus,
  };
}
