import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, showUsage } from './command.ts';
import { NotImported } from './modules/data-imports/export-archive.ts';
import { type ImportReport, importExport } from './modules/data-imports/import-export.ts';

const USAGE = `Usage: npm run import -- <file.zip> --practice <email> [options]

Restores the cases of an export from Cusp for the practice of this person, who owns its group or has none.
  --as <old>=<new>     <new>, who is in the practice, takes the place of <old> in the export; can be repeated
  --check              only checks the zip, and says what would be imported`;

interface Asked {
  path: string;
  practice: string;
  aliases: [string, string][];
  isCheck: boolean;
}

/** Parses the arguments of the command line; null if they are invalid. */
export function importAskedFor(args: readonly string[]): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        practice: { type: 'string' },
        as: { type: 'string', multiple: true },
        check: { type: 'boolean' },
      },
    });
    const [path, ...more] = positionals;
    if (!path || more.length > 0 || !values.practice?.includes('@')) return null;
    const aliases: [string, string][] = [];
    for (const pair of values.as ?? []) {
      const [there, here, ...rest] = pair.split('=');
      if (!there?.includes('@') || !here?.includes('@') || rest.length > 0) return null;
      aliases.push([there, here]);
    }
    return { path, practice: values.practice, aliases, isCheck: values.check === true };
  } catch {
    return null;
  }
}

/** Summary of the import for the operator. */
export function importText(report: ImportReport, isCheck: boolean): string[] {
  const { imported, present, deleted, taken, withheld } = report;
  const lines = [
    [`${isCheck ? 'Would be imported' : 'Imported'}: ${imported.length} cases.`, []],
    ['Left as they are, because the practice has them already', present],
    ['Left out, because the practice deleted them here', deleted],
    [
      'Left out, because the other side has imported these cases here already. They would show one practice what the other one imported. Keep the zip: it opens in a browser and has everything',
      taken,
    ],
    [
      'Files that the export did not have',
      withheld.map(({ no, name, version, reason }) => `${no} ${name} (version ${version}): ${reason}`),
    ],
  ] as const;
  return lines.flatMap(([title, list], n) => {
    if (n === 0) return [title];
    return list.length === 0 ? [] : [`${title}: ${list.length}`, ...list.map((each) => `  ${each}`)];
  });
}

/** `npm run import`: runs on the server itself, whether or not Cusp is running. */
async function main(): Promise<void> {
  const asked = importAskedFor(process.argv.slice(2));
  if (!asked) return showUsage(USAGE);
  await runCommand(async (services) => {
    let shownAt = 0;
    const report = await importExport(services, {
      ...asked,
      // npm runs scripts in the folder of the project.
      path: resolve(process.env.INIT_CWD ?? '.', asked.path),
      onProgress(step, done, total) {
        if (done < total && Date.now() - shownAt < 1000) return;
        shownAt = Date.now();
        console.info(`${step} ${done} of ${total} cases`);
      },
    });
    for (const line of importText(report, asked.isCheck)) console.info(line);
  }, NotImported);
}

if (import.meta.main) await main();
