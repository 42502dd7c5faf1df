import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepare } from './lib/install.mjs';
import { command, Stop } from './lib/project.mjs';
import { check, e2e, lanes, layout, types, unit } from './lib/test-steps.mjs';
import { buildWeb } from './lib/web.mjs';

// npm test                          everything
// npm test -- --only=types,unit     some of: types lint imports languages unit layout e2e
// npm test -- --only=unit cases     the unit test files whose path contains the word
const names = ['types', 'lint', 'imports', 'languages', 'unit', 'layout', 'e2e'];
const { values, positionals } = parseArgs({
  options: { only: { type: 'string', short: 'o' } },
  allowPositionals: true,
});

await command(async () => {
  const only = values.only?.split(',') ?? names;
  const unknown = only.filter((name) => !names.includes(name));
  if (unknown.length)
    throw new Stop(`There is no step ${unknown.join(', ')}; there are ${names.join(', ')}.`);

  const node = await prepare();
  const total = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  const scratch = mkdtempSync(join(tmpdir(), 'cusp-test-'));
  // Many servers and threads of this run load the same code; compiled once, a server starts with a third less work.
  process.env.NODE_COMPILE_CACHE = join(scratch, 'compiled');
  const began = performance.now();
  const step = async (name, work) => {
    if (!only.includes(name)) return;
    const start = performance.now();
    const result = await work();
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    if (result.output) console.info(`\n${result.output}\n`);
    console.info(`${result.failed ? '✗' : '✓'} ${name}: ${say(result)} (${seconds} s)`);
    for (const key of Object.keys(total)) total[key] += result[key] ?? 0;
    // Repeated at the end, because logs are often truncated at the beginning.
    if (result.failures?.length) failures.push(...result.failures);
    else if (result.failed) failures.push(`✗ ${name}`);
  };

  try {
    // Steps that leave a processor idle at times overlap: the checks with the unit tests, layout tests with the
    // journeys. The build that the journeys need is one of the checks.
    const inLane = lanes(only.includes('unit') ? 1 : 2);
    const build = only.includes('e2e')
      ? inLane(() => buildWeb(node)).then(
          () => null,
          (error) => error,
        )
      : null;
    await Promise.all([
      step('types', () => types(node, inLane)),
      inLane(() => step('lint', () => check(node, ['--run', 'lint']))),
      inLane(() => step('imports', () => check(node, ['--run', 'imports']))),
      inLane(() => step('languages', () => check(node, ['scripts/check-languages.mjs']))),
      step('unit', () => unit(node, scratch, positionals)),
    ]);
    const buildError = await build;
    await Promise.all([
      step('layout', () => layout(node, scratch, positionals)),
      step('e2e', () =>
        buildError ? { passed: 0, failed: 1, output: buildError.message } : e2e(node, scratch, positionals),
      ),
    ]);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  for (const each of failures) console.info(`\n${each}`);
  console.info(`\nTook ${Math.round((performance.now() - began) / 1000)} s`);
  console.info(say(total));
  return total.failed || !total.passed ? 1 : 0;
});

function say({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}
