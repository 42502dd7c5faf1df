import { cp, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AGREEMENT_KINDS, type AgreementKind } from '@cusp/contract/agreements.routes';
import { LANGUAGES } from '@cusp/text/languages';
import { runCommand, showUsage } from './command.ts';
import { NotPublished, publishAgreement, publishedVersions } from './modules/agreements/publish-agreement.ts';
import { readAtMost } from './platform/http/read-at-most.ts';
import type { Services } from './platform/services.ts';

const USAGE = `Usage:
  npm run agreements -- list
  npm run agreements -- templates <folder>
      writes the templates into a new folder, for a lawyer to work on
  npm run agreements -- publish <terms|dpa> <folder or address> --version <name> [options]
      reads <language>.md from the folder, or an address such as https://cusp.example/terms/{language}.md

  --from <YYYY-MM-DD>   the day (UTC) from which people need it who have an account already; 30 days from now if left out
  --as-template         publishes a text that is not finished, to try it out; never in production`;

const GRACE_DAYS = 30;
const MAX_BYTES = 2 * 1024 * 1024;
const TEMPLATES = resolve(import.meta.dirname, '../agreements');

type Asked =
  | { verb: 'list' }
  | { verb: 'templates'; folder: string }
  | {
      verb: 'publish';
      kind: AgreementKind;
      from: string;
      name: string;
      requiredFrom: Date;
      asTemplate: boolean;
    };

const isKind = (word: string | undefined): word is AgreementKind =>
  (AGREEMENT_KINDS as readonly (string | undefined)[]).includes(word);

/** Parses the arguments of the command line; null if they are invalid. */
export function agreementsAskedFor(args: readonly string[], now = new Date()): Asked | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        version: { type: 'string' },
        from: { type: 'string' },
        'as-template': { type: 'boolean' },
      },
    });
    const [verb, first, second, ...more] = positionals;
    if (more.length > 0) return null;
    if (verb === 'list' && !first) return { verb };
    if (verb === 'templates' && first && !second) return { verb, folder: first };
    if (verb !== 'publish' || !isKind(first) || !second || !values.version) return null;
    const requiredFrom = dayOf(values.from, now);
    return (
      requiredFrom && {
        verb,
        kind: first,
        from: second,
        name: values.version,
        requiredFrom,
        asTemplate: values['as-template'] === true,
      }
    );
  } catch {
    return null;
  }
}

function dayOf(text: string | undefined, now: Date): Date | null {
  if (text === undefined) {
    const day = new Date(now);
    day.setUTCHours(0, 0, 0, 0);
    day.setUTCDate(day.getUTCDate() + GRACE_DAYS);
    return day;
  }
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return day?.toISOString().startsWith(text) ? day : null;
}

/** The texts by language, without languages that have no file. */
async function textsOf(from: string): Promise<Map<string, string>> {
  const read = from.startsWith('https://') ? fetchText : readText;
  const texts = new Map<string, string>();
  for (const language of LANGUAGES) {
    const text = await read(from, language);
    if (text !== null) texts.set(language, text);
  }
  return texts;
}

async function readText(folder: string, language: string): Promise<string | null> {
  // npm runs scripts in the folder of the project.
  const path = join(resolve(process.env.INIT_CWD ?? '.', folder), `${language}.md`);
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

async function fetchText(address: string, language: string): Promise<string | null> {
  if (!address.includes('{language}')) throw new NotPublished('The address needs {language} in it.');
  const reply = await fetch(address.replace('{language}', language), { redirect: 'error' });
  if (reply.status === 404) return null;
  if (!reply.ok) throw new NotPublished(`The address answered ${reply.status} for "${language}".`);
  return readAtMost(reply, MAX_BYTES);
}

async function run(services: Services, asked: Asked): Promise<string[]> {
  if (asked.verb === 'publish') {
    const { kind, from, name, requiredFrom, asTemplate } = asked;
    const texts = await textsOf(from);
    await publishAgreement(services, { kind, name, texts, requiredFrom, asTemplate });
    const day = requiredFrom.toISOString().slice(0, 10);
    return [
      `Published ${kind} ${name} in ${[...texts.keys()].join(', ')}.`,
      `People are asked at their next sign-in and mailed within the next hours. From ${day} on they need it to change anything.`,
    ];
  }
  const versions = await publishedVersions(services);
  if (versions.length === 0) return ['Nothing is published, so nobody is asked to accept anything.'];
  return versions.map(
    ({ kind, name, publishedAt, requiredFrom, languages, isTemplate, accepted }) =>
      `${kind.padEnd(5)} ${name}  published ${publishedAt.toISOString().slice(0, 10)}, required from ${requiredFrom.toISOString().slice(0, 10)}, ` +
      `in ${languages.join(', ')}, accepted by ${accepted}${isTemplate ? ', TEMPLATE' : ''}`,
  );
}

/** `npm run agreements`: runs on the server itself, whether or not Cusp is running. */
async function main(): Promise<void> {
  const asked = agreementsAskedFor(process.argv.slice(2));
  if (!asked) return showUsage(USAGE);
  if (asked.verb === 'templates') {
    const folder = resolve(process.env.INIT_CWD ?? '.', asked.folder);
    await cp(TEMPLATES, folder, { recursive: true, force: false, errorOnExist: true });
    console.info(`The templates are in ${folder}. They are no legal advice: have them reviewed by a lawyer.`);
    return;
  }
  await runCommand(async (services) => {
    for (const line of await run(services, asked)) console.info(line);
  }, NotPublished);
}

if (import.meta.main) await main();
