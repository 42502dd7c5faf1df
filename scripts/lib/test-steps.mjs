import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { at, capture, run, toolEnv } from './project.mjs';

/**
 * A test runner that takes longer than this is hanging and counts as failed; a machine of half the speed needs 11
 * minutes.
 */
const limit = 30 * 60_000;

function report(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** A command that succeeds or fails as a whole; its output is shown on failure. */
export async function check(node, args, env = {}) {
  const { code, output } = await capture(node, args, { env: toolEnv(node, env) });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, output: output.trim() };
}

/** At most `count` of the given tasks at a time; waiting ones start in the order of the calls. */
export function lanes(count) {
  let free = count;
  const waiting = [];
  return async (task) => {
    if (free) free -= 1;
    else await new Promise((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** With a garbage collection at five times the needed memory the compiler takes a quarter less time and 200 MB more. */
const compilerEnv = { GOGC: '400' };
const compile = (node, args) =>
  check(node, [at('node_modules', 'typescript', 'bin', 'tsc'), ...args], compilerEnv);
const typesOf = (folder) => JSON.parse(readFileSync(at(folder, 'tsconfig.json'), 'utf8'));

/** Type checks of all workspaces; an error in one does not skip the others. */
export async function types(node, inLane) {
  const { workspaces } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  // The workspaces read the declarations of these.
  const built = new Set(
    workspaces.flatMap((workspace) =>
      (typesOf(workspace).references ?? []).map(({ path }) => join(workspace, path)),
    ),
  );
  const others = workspaces.filter((workspace) => !built.has(workspace));
  const first = await inLane(() => compile(node, ['-b', ...built]));
  const rest = await Promise.all(others.map((workspace) => inLane(() => compile(node, ['-p', workspace]))));
  const wrong = [first, ...rest].filter(({ failed }) => failed).map(({ output }) => output);
  return wrong.length ? { passed: 0, failed: 1, output: wrong.join('\n') } : { passed: 1, failed: 0 };
}

/** A runner's counts; one that failed without a failed test (a crash, an error outside tests) counts as one failure. */
function outcome(code, counts, runner) {
  if (code === 0 && counts) return counts;
  const found = counts ?? { passed: 0, failed: 0, skipped: 0 };
  if (found.failed) return found;
  return {
    ...found,
    failed: 1,
    output: `${runner} ended with ${code}${counts ? '' : ' and left no result'}.`,
  };
}

/** A failed test as it is repeated at the end of the run: its title and the beginning of its message. */
const failure = (title, message = '') =>
  `✗ ${title}\n${stripVTControlCharacters(message).slice(0, MESSAGE_CHARACTERS)}`;

const MESSAGE_CHARACTERS = 1_500;

/** Vitest: a file that could not be loaded counts as one failure. Its output is shown immediately, or `atTheEnd`. */
async function vitest(node, scratch, name, more, { atTheEnd = false } = {}) {
  const file = join(scratch, `${name}.json`);
  const args = [at('node_modules', 'vitest', 'vitest.mjs'), 'run', ...more];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const options = { env: toolEnv(node), timeout: limit };
  const { code, output } = atTheEnd
    ? await capture(node, [...args, ...reporters], options)
    : { code: await run(node, [...args, ...reporters], options) };
  if (output) console.info(output);
  const result = report(file);
  if (!result) return outcome(code || 1, null, 'Vitest');
  const broken = result.testResults.filter(
    (each) => each.status === 'failed' && !each.assertionResults.some((test) => test.status === 'failed'),
  );
  const failed = result.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages: [message] }) => failure(fullName, message)),
  );
  const counts = {
    passed: result.numPassedTests,
    failed: result.numFailedTests + broken.length,
    skipped: result.numPendingTests + result.numTodoTests,
    failures: [...failed, ...broken.map((each) => failure(relative(at(), each.name), each.message))],
  };
  for (const title of leftOut(result)) console.info(`skipped: ${title}`);
  return outcome(code, counts, 'Vitest');
}

/** Titles of the skipped tests, most of which need files that are not on this machine. */
const leftOut = ({ testResults }) =>
  testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status }) => !['passed', 'failed'].includes(status))
      .map(({ fullName }) => fullName),
  );

export const unit = (node, scratch, filters) => vitest(node, scratch, 'unit', filters);

/** Component tests in Chromium, which need a layout; they run beside the journeys. */
export const layout = (node, scratch, filters) =>
  vitest(node, scratch, 'layout', [`--config=${at('web', 'vitest.layout.config.ts')}`, ...filters], {
    atTheEnd: true,
  });

/** All journeys of a report: title, status and results. */
function journeys({ suites = [], specs = [] }, above = []) {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, results }) => ({ title: [...above, title].join(' › '), status, results })),
  );
  return [...own, ...suites.flatMap((suite) => journeys(suite, [...above, suite.title]))];
}

/** Maximum number of characters printed of a page, so that the end of a log shows several failures. */
const PAGE_CHARACTERS = 6_000;

/** The address and the content of each page when a journey failed. */
const pagesAtFailure = ({ results }) =>
  results
    .flatMap(({ attachments = [] }) => attachments)
    .filter(({ name }) => name === 'content of a page')
    .map(({ body }) => {
      const [address, ...tree] = Buffer.from(body, 'base64').toString().split('\n');
      // A dialog says most; otherwise the main content, because the frame around it is the same on every page.
      const from = [/^- (alertdialog|dialog)\b/, /^- main\b/]
        .map((start) => tree.findIndex((line) => start.test(line)))
        .find((index) => index >= 0);
      const lines = tree.slice(from ?? 0).filter((line) => !/^ *- (\/url:|text:|img|listitem:$)/.test(line));
      return `${address}\n${lines.join('\n').slice(0, PAGE_CHARACTERS)}`;
    });

/** Playwright: a journey that passes at a retry counts as passed, and is listed. */
export async function e2e(node, scratch, filters) {
  const file = join(scratch, 'playwright.json');
  const results = at('e2e', 'test-results', String(process.pid));
  const cli = at('node_modules', '@playwright', 'test', 'cli.js');
  const args = [
    cli,
    'test',
    `--config=${at('e2e')}`,
    '--reporter=list,json',
    `--output=${results}`,
    ...filters,
  ];
  const env = toolEnv(node, { PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const code = await run(node, args, { env, timeout: limit });
  const result = report(file);
  if (!result) return outcome(code || 1, null, 'Playwright');
  const { expected, unexpected, flaky, skipped } = result.stats;
  const failures = [];
  for (const journey of journeys(result)) {
    const { title, status } = journey;
    if (status !== 'flaky' && status !== 'unexpected') continue;
    for (const page of pagesAtFailure(journey)) console.info(`${title}: a page showed ${page}\n`);
    const message = journey.results.find(({ error }) => error)?.error.message;
    failures.push(failure(status === 'flaky' ? `${title} (passed at a retry)` : title, message));
  }
  if (code === 0) rmSync(results, { recursive: true, force: true });
  return outcome(code, { passed: expected + flaky, failed: unexpected, skipped, failures }, 'Playwright');
}
