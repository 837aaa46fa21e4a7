import { escapeControls } from './escape-controls.ts';

/** The YAML front matter of a postmortem. What is left empty is filled in by a person. */
export function frontMatter(opened: string | null): string {
  // double quotes of YAML know the escapes of JSON
  const value = opened === null ? '' : ` ${JSON.stringify(escapeControls(opened))}`;
  return ['---', 'status: draft', `opened:${value}`, 'located-in:', 'fixed-by:', '---', ''].join('\n');
}
