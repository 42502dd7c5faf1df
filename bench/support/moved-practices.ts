import { sha256 } from '../../server/src/testing/uploads.ts';

export type Region = 'us' | 'eu';

export interface Person {
  id: number;
  home: Region;
  tokens: Partial<Record<Region, string>>;
}

export interface Practice {
  author: Person;
  lab: Person;
  cases: number[];
  moveId: string | null;
  isOver: boolean;
  began: number;
  took: number;
  comments: { caseId: number; text: string }[];
  files: { caseId: number; name: string; digest: string }[];
}

interface Regions {
  /** Repeats a request until a server answers, in the region where the person lives now. */
  call(person: Person, path: string, request: () => RequestInit): Promise<Response>;
  livesIn(region: Region, id: number): Promise<boolean>;
}

/** What is wrong after practices of the US have moved, and how much of what was acknowledged was looked at. */
export async function faultsOf(practices: readonly Practice[], regions: Regions) {
  const faults: string[] = [];
  let comments = 0;
  let files = 0;
  for (const practice of practices) {
    const { author } = practice;
    const homes: Region[] = [];
    for (const region of ['us', 'eu'] as const)
      if (await regions.livesIn(region, author.id)) homes.push(region);
    if (homes.join() !== 'eu') faults.push(`${author.id} lives in: ${homes.join(', ') || 'no region'}`);
    author.home = 'eu';
    for (const caseId of practice.cases) {
      const texts = await commentsOf(regions, author, caseId);
      for (const { text } of practice.comments.filter((each) => each.caseId === caseId)) {
        const times = texts.filter((each) => each === text).length;
        comments += 1;
        if (times !== 1) faults.push(`comment "${text}" is there ${times} times`);
      }
      const mine = practice.files.filter((each) => each.caseId === caseId);
      files += mine.length;
      faults.push(...(await faultsOfFiles(regions, author, caseId, mine)));
      if (await seenAtSource(regions, practice, caseId))
        faults.push(`case ${caseId} is still shown in the US`);
    }
  }
  return { faults, comments, files };
}

async function commentsOf({ call }: Regions, person: Person, caseId: number): Promise<string[]> {
  const reply = await call(person, `/cases/${caseId}/comments/`, () => ({}));
  const body = (await reply.json()) as { comments: { text: string }[] };
  return body.comments.map(({ text }) => text);
}

async function faultsOfFiles(
  { call }: Regions,
  person: Person,
  caseId: number,
  sent: Practice['files'],
): Promise<string[]> {
  const reply = await call(person, `/cases/${caseId}/files/`, () => ({}));
  const listed = ((await reply.json()) as { files: { id: number; filename: string }[] }).files;
  const faults: string[] = [];
  for (const { name } of sent)
    if (!listed.some(({ filename }) => filename === name)) faults.push(`file ${name} is lost`);
  for (const { id, filename } of listed) {
    const bytes = await call(person, `/files/${id}/download/`, () => ({}));
    const digest = bytes.ok ? sha256(new Uint8Array(await bytes.arrayBuffer())) : `answer ${bytes.status}`;
    const expected = sent.find(({ name }) => name === filename)?.digest;
    if (expected && expected !== digest) faults.push(`file ${filename} differs: ${digest}`);
    if (!expected && !bytes.ok) faults.push(`file ${filename} is listed but not whole: ${digest}`);
  }
  return faults;
}

/** Whether the lab still sees a case in the region that its author has left. */
async function seenAtSource({ call }: Regions, { lab }: Practice, caseId: number): Promise<boolean> {
  const reply = await call(lab, `/cases/${caseId}/all/`, () => ({}));
  return reply.status !== 404;
}
