/** Counts how often the patient's sides are found in randomly turned jaws, and whether they are ever wrong. */

import { generateJaw } from '@cusp/fixtures/jaw';
import { randomFrom } from '@cusp/fixtures/random';
import { patientSides } from '@cusp/mesh/arch/patient-sides';
import { scale } from '@cusp/mesh/arch/vectors';
import {
  anyTurn,
  isRight,
  type KnownScan,
  lookAt,
  realScans,
  turned,
} from '../server/src/testing/turned-scans.ts';
import { round, table } from './support/table.ts';

const TURNS = Number(process.env.TURNS ?? 1000);
const random = randomFrom(1);
const jaws = ['upper', 'lower'] as const;

function madeJaw(jaw: 'upper' | 'lower', seed: number): KnownScan {
  const { mesh } = generateJaw({
    jaw,
    seed,
    triangles: 20_000,
    teeth: seed % 2 ? 14 : 16,
    prepared: [16, 36],
  });
  return {
    name: `made-${seed}-${jaw}`,
    jaw,
    mesh,
    bite: [0, 0, jaw === 'upper' ? -1 : 1],
    front: [0, -1, 0],
  };
}

const scans = [
  ...realScans.map(({ read }) => read()),
  ...Array.from({ length: 10 }, (_, seed) => jaws.map((jaw) => madeJaw(jaw, seed + 1))).flat(),
];

type Answer = 'right' | 'silent' | 'wrong';

function answerOf(looks: readonly ReturnType<typeof lookAt>[], truths: readonly KnownScan[]): Answer {
  const found = patientSides(looks);
  if (!found || found === 'contradiction') return 'silent';
  const isAllRight = truths.every((scan) =>
    isRight({ bite: scan.jaw === 'upper' ? scale(found.head, -1) : found.head, front: found.front }, scan),
  );
  return isAllRight ? 'right' : 'wrong';
}

const counts = new Map<string, Record<Answer, number>>();
function count(name: string, answer: Answer): void {
  const own = counts.get(name) ?? { right: 0, silent: 0, wrong: 0 };
  own[answer]++;
  counts.set(name, own);
}

const patientOf = ({ name }: KnownScan) => name.replace(/-(upper|lower).*$/, '');
const patients = Map.groupBy(scans, patientOf);
for (const [patient, own] of patients) {
  for (let i = 0; i < TURNS; i++) {
    const turn = anyTurn(random);
    const truths = own.map((scan) => turned(scan, turn));
    const looks = truths.map(lookAt);
    truths.forEach((scan, at) => {
      count(scan.name, answerOf([looks[at] as (typeof looks)[0]], [scan]));
    });
    if (own.length === 2) count(`${patient}, both`, answerOf(looks, truths));
  }
}

console.info(`${TURNS} turns each\n`);
table(
  ['jaws', 'right %', 'silent', 'wrong'],
  [...counts].map(([name, { right, silent, wrong }]) => [
    name,
    round((100 * right) / (right + silent + wrong)),
    silent,
    wrong,
  ]),
);
if ([...counts.values()].some(({ wrong }) => wrong > 0)) process.exitCode = 1;
