import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at } from './lib/project.mjs';

// The index of the decisions lists each record once, in its area, with the title, date and status that the record
// has itself, and links of the docs between files lead somewhere.
const docs = process.argv[2] ?? at('docs');
const folder = join(docs, 'decisions');
const INDEX = 'README.md';
const FORM =
  /^# (?<title>.+)\n\n- Date: (?<date>\d{4}-\d\d-\d\d)\n- Status: (?<status>.+)\n- Area: (?<area>.+)\n/;
const ROW = /^\| (?<no>\d{3}) \| \[(?<title>.+)\]\((?<file>[^()]+)\) \| (?<date>\S+) \| (?<status>.+) \|$/;
const STATUS = /^(accepted|superseded by \[(?<no>\d{3})\]\((?<file>[^()]+)\))$/;

const problems = [];
const read = (...path) => readFileSync(join(...path), 'utf8');

/** What the index says of each record, with the heading above it as its area. */
function rowsOf(index) {
  const rows = [];
  let area = '';
  for (const line of index.split('\n'))
    if (line.startsWith('## ')) area = line.slice(3);
    else if (ROW.test(line)) rows.push({ ...ROW.exec(line).groups, area });
    else if (/^\|\s*\d/.test(line)) problems.push(`${INDEX}: not a row of the list: ${line}`);
  return rows;
}

const rows = rowsOf(read(folder, INDEX));
const files = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== INDEX);

/** A record's number is the beginning of its file's name. */
const numberOf = (file) => /^(\d{3})-/.exec(file)?.[1];
const taken = Map.groupBy(files, numberOf);
for (const [no, those] of taken)
  if (no === undefined) problems.push(`${those.join(', ')}: the name does not begin with a number`);
  else if (those.length > 1) problems.push(`${those.join(' and ')} have the same number`);

for (const file of files) {
  const record = FORM.exec(read(folder, file))?.groups;
  const listed = rows.filter((row) => row.file === file);
  if (!record) problems.push(`${file}: does not begin with a title and the lines Date, Status and Area`);
  if (listed.length === 0) problems.push(`${file}: is not listed in ${INDEX}`);
  if (listed.length > 1) problems.push(`${file}: is listed ${listed.length} times in ${INDEX}`);
  const [row] = listed;
  if (!record || !row) continue;
  if (row.no !== numberOf(file)) problems.push(`${file}: ${INDEX} gives it the number ${row.no}`);
  for (const name of ['title', 'date', 'status', 'area'])
    if (row[name] !== record[name])
      problems.push(`${file}: its ${name} is "${record[name]}" and in ${INDEX} "${row[name]}"`);
  const status = STATUS.exec(record.status)?.groups;
  if (!status) problems.push(`${file}: has the status "${record.status}"`);
  else if (status.file && (numberOf(status.file) !== status.no || status.file === file))
    problems.push(`${file}: is not superseded by ${status.file}`);
}

const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
for (const page of pages) {
  const text = read(docs, page);
  const withoutCode = text.replaceAll(/^```.*?^```/gms, '').replaceAll(/`[^`\n]*`/g, '');
  for (const [, link] of withoutCode.matchAll(/\]\(([^()\s#]+)[^()]*\)/g))
    if (!/^[a-z]+:/.test(link) && !existsSync(join(docs, dirname(page), decodeURI(link))))
      problems.push(`${page}: links to ${link}, which does not exist`);
  // Names of records in running text, such as `decisions/071-migrations.md`.
  for (const [, file] of text.matchAll(/`(?:decisions\/)?(\d{3}-[\w-]+\.md)`/g))
    if (!files.includes(file)) problems.push(`${page}: names ${file}, which does not exist`);
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;
