import { historyRows } from './history-rows.ts';
import { changedPassRows, knownPassRows } from './record-rows.ts';
import type { Row } from './row.ts';
import { storeRows } from './store-rows.ts';

const sections: Readonly<Record<string, () => Iterable<Row>>> = {
  change: changedPassRows,
  known: knownPassRows,
  store: storeRows,
  history: historyRows,
};

const asked = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const lines = [['work', 'against', 'measured', 'baseline', 'ratio', 'at most', '']];
for (const [name, rows] of Object.entries(sections)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  for (const row of rows()) {
    const ratio = row.value / row.baseline;
    const line = [
      row.work,
      row.against,
      `${figure(row.value)} ${row.unit}`,
      `${figure(row.baseline)} ${row.unit}`,
      figure(ratio),
      figure(row.atMost),
      ratio <= row.atMost ? 'met' : 'NOT MET',
    ];
    lines.push(line);
    process.stderr.write(`${line.join(' | ')}\n`);
  }
}
process.stdout.write(`${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`);

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3);
}
