import '@mantine/core/styles.layer.css';
import '../../../ui/styles/base.css';
import '../../../ui/styles/touch.css';
import { PAGES } from '@cusp/contract/pages';
import type { Party, StaffCase, StaffConnection, StaffGroup } from '@cusp/contract/staff-parties';
import { getStaffGroup, listStaffCases, listStaffConnections } from '@cusp/contract/staff-parties.routes';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import fixtures from '../../../../../contract/fixtures/staff-parties.json';
import { expectFits } from '../../../testing/layout.ts';
import { type Answer, replies } from '../../../testing/replies.ts';
import { DENTIST, openScreen } from '../../../testing/screen.tsx';

// The area of a page is decided when its modules load.
vi.hoisted(() => history.pushState(null, '', '/adm/cases'));

/** Names without a line break opportunity, as long as a name may be. */
const LONG = {
  en: 'Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu',
  de: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  ko: '김수한무거북이와두루미삼천갑자동방삭치치카포사리사리센타워리워리세브리깡무두셀라구름이허리케인',
} as const;

const SCREENS: Record<string, (party: Party) => { address: string; answer: Answer }> = {
  'cases of a connection': (party) => {
    const { cases, page } = fixtures.listStaffCases.reply;
    const named = (cases as StaffCase[]).map((row) => ({ ...row, author: party, recipient: party }));
    const connection = { id: 33, owner: party, user: party };
    return {
      address: `${PAGES.admCases}?connId=33`,
      answer: replies(listStaffCases, { cases: named, connection, page }),
    };
  },
  connections: (party) => {
    const { connections, page } = fixtures.listStaffConnections.reply;
    const named = (connections as StaffConnection[]).map((row) => ({
      ...row,
      owner: party,
      user: party,
      designation_changed_by: party.name,
    }));
    return {
      address: PAGES.admConnections,
      answer: replies(listStaffConnections, { connections: named, page }),
    };
  },
  'a group': (party) => {
    const group = fixtures.getStaffGroup.reply as StaffGroup;
    const members = group.members.map((member) => ({ ...member, person: party, invited_by: party }));
    return {
      address: '/adm/group/5',
      answer: replies(getStaffGroup, { ...group, name: party.name, owner: party, members }),
    };
  },
};

test.each(
  Object.entries(SCREENS).flatMap(([name, shown]) =>
    (['en', 'de', 'ko'] as const).map((language) => ({ name, shown, language })),
  ),
)('$name fits at 390 px with long names, $language', async ({ shown, language }) => {
  expect(innerWidth).toBe(390);
  const name = LONG[language];
  const party = {
    id: 1,
    name,
    institution: name,
    email: `${name}@cusp.example`,
    country: 'DE',
    is_unknown: false,
  };
  const { address, answer } = shown(party);
  await openScreen(address, [answer], { as: { ...DENTIST, is_staff: true }, language });
  await screen.findByRole('main');
  await screen.findAllByText(new RegExp(name));
  await waitFor(expectFits);
  // Actions in the head of a page that are links are as high as buttons.
  for (const link of document.querySelectorAll('main header > div:not(:has(h1)) a'))
    expect(link.getBoundingClientRect().height).toBeGreaterThanOrEqual(36);
});
