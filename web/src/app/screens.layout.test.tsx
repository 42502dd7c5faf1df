import { showAgreements } from '@cusp/contract/agreements.routes';
import '@mantine/core/styles.layer.css';
import '../ui/styles/base.css';
import '../ui/styles/touch.css';
import { defaultCountry, humanCheck } from '@cusp/contract/accounts.routes';
import { listCases } from '@cusp/contract/case-list.routes';
import { listConnections } from '@cusp/contract/connections.routes';
import {
  activities,
  needyCases,
  restorationCounts,
  todayCounts,
  weekCounts,
} from '@cusp/contract/dashboard.routes';
import { listDataExports } from '@cusp/contract/data-exports.routes';
import { listScanners } from '@cusp/contract/devices.routes';
import { getDraft, lastUsed, listDrafts, listRecipients } from '@cusp/contract/drafts.routes';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { handoffCase } from '@cusp/contract/handoff.routes';
import { getOrder } from '@cusp/contract/orders.routes';
import { PAGES } from '@cusp/contract/pages';
import { listAccesses, listHolds, listOpenLinks } from '@cusp/contract/privacy.routes';
import { getProfile } from '@cusp/contract/profile.routes';
import { showRetention } from '@cusp/contract/retention.routes';
import { listSessions, securityState } from '@cusp/contract/security.routes';
import { groupUsers } from '@cusp/contract/share-groups.routes';
import { revokeShare, sharedCase } from '@cusp/contract/sharing.routes';
import { keptStatements } from '@cusp/contract/statements.routes';
import { ownSupport } from '@cusp/contract/support.routes';
import { listUploads } from '@cusp/contract/uploads.routes';
import type { Language } from '@cusp/contract/wire';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import privacy from '../../../contract/fixtures/privacy.json';
import {
  ACTIVITIES,
  CASE,
  CASES,
  CONNECTIONS,
  DRAFT,
  GROUP,
  HANDOFF,
  NEEDY,
  ORDER,
  PROFILE,
  RECIPIENTS,
  SECURITY,
} from '../testing/golden.ts';
import { expectFits, expectReadable } from '../testing/layout.ts';
import { EMPTY, openPrivacy } from '../testing/privacy.tsx';
import { type Answer, refuses, replies } from '../testing/replies.ts';
import { DENTIST, openScreen } from '../testing/screen.tsx';

const LINKS = privacy.listOpenLinks.reply as ReplyFrom<typeof listOpenLinks>;

/** Names without a line break opportunity, as long as a name may be. */
const LONG: Record<'en' | 'de' | 'ko', string> = {
  en: 'Taumatawhakatangihangakoauauotamateaturipukakapikimaungahoronukupokaiwhenuakitanatahu',
  de: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  ko: '김수한무거북이와두루미삼천갑자동방삭치치카포사리사리센타워리워리세브리깡무두셀라구름이허리케인',
};

interface Shown {
  address: string;
  answers(name: string): readonly Answer[];
  /** The screen shows the name. */
  named?: true;
  isPublic?: true;
}

const SCREENS: Record<string, Shown> = {
  'sign-in': { address: PAGES.login, isPublic: true, answers: () => [] },
  registration: {
    address: PAGES.signup,
    isPublic: true,
    answers: () => [
      replies(defaultCountry, { data: { country_code: 'DE' } }),
      refuses(humanCheck, 'internal'),
    ],
  },
  'password reset': { address: PAGES.passwordReset, isPublic: true, answers: () => [] },
  'case list': {
    address: PAGES.cases,
    named: true,
    answers: (name) => [
      replies(listDrafts, { drafts: [] }),
      replies(listCases, {
        ...CASES,
        posts: CASES.posts.map((post) => ({
          ...post,
          author: { ...post.author, username: name },
          to: { ...post.to, username: name },
          case: { pat_firstname: name, pat_lastname: name },
        })),
      }),
    ],
  },
  dashboard: {
    address: PAGES.dashboard,
    named: true,
    answers: (name) => [
      replies(todayCounts, { day: '2026-11-22', unread: 3, soon: 0, overdue: 12_345 }),
      replies(needyCases, {
        cases: NEEDY.cases.map((need) => ({
          ...need,
          patient: { firstname: name, lastname: name },
          party: name,
        })),
      }),
      replies(restorationCounts, { restoration_counts: [{ name, type: name, count: 4 }] }),
      replies(weekCounts, { weeks: [{ day: '2026-11-16', sent: 4, completed: 2 }] }),
      replies(activities, {
        ...ACTIVITIES,
        users: ACTIVITIES.users.map((user) => ({ ...user, username: name })),
        cases_actions: ACTIVITIES.cases_actions.map((action) => ({
          ...action,
          patient: { firstname: name, lastname: name },
        })),
      }),
    ],
  },
  'sample case': { address: PAGES.sampleCase, answers: () => [] },
  connections: {
    address: PAGES.connections,
    named: true,
    answers: (name) => {
      const accepted = CONNECTIONS.connections.accepted.map((connection) => ({
        ...connection,
        name,
        institution: name,
        email: `${name}@cusp.example`,
      }));
      const pending = accepted.map((connection) => ({ ...connection, id: 99, status: 'REQD' as const }));
      return [replies(listConnections, { ...CONNECTIONS, connections: { accepted, pending, locked: [] } })];
    },
  },
  group: {
    address: PAGES.groups,
    named: true,
    answers: (name) => {
      const { sharegroup, sg_users } = GROUP;
      const renamed = (rows: typeof sg_users.accepted) =>
        rows.map((row) => ({ ...row, name, email: `${name}@cusp.example` }));
      return [
        replies(groupUsers, {
          sharegroup: sharegroup && { ...sharegroup, name },
          sg_users: { pending: renamed(sg_users.pending), accepted: renamed(sg_users.accepted) },
        }),
      ];
    },
  },
  profile: {
    address: PAGES.profile,
    answers: (name) => [replies(getProfile, { ...PROFILE, first_name: name, institution: name })],
  },
  security: {
    address: PAGES.security,
    named: true,
    answers: (name) => [
      replies(securityState, {
        ...SECURITY,
        passkeys: [{ id: 1, name, created_at: '2026-11-01T10:00:00.000Z', last_used_at: null, here: false }],
      }),
      replies(listSessions, { sessions: [] }),
      replies(ownSupport, {
        consent: { mode: 'write', sees_patients: true, until: '2026-11-24T10:00:00.000Z' },
        visits: [
          {
            id: 31,
            is_running: true,
            staff: name,
            reason_code: 'problem',
            reason: name,
            mode: 'read',
            sees_patients: false,
            by_consent: true,
            started_at: '2026-11-23T10:01:00.000Z',
            ends_at: '2026-11-23T10:31:00.000Z',
            calls: [{ call: 'GET /v1/cases/', count: 3 }],
            cases: [{ id: 401, no: '2611-7KQ4MX' }],
          },
        ],
      }),
    ],
  },
  settings: {
    address: PAGES.settings,
    named: true,
    answers: (name) => [
      replies(listScanners, {
        last_device_id: null,
        scanners: (['waiting', 'locked'] as const).map((state, at) => ({
          id: at + 1,
          device_id: at + 1,
          udi: `(01)09506000134352(21)${'7'.repeat(60)}`,
          serial_no: '',
          model: name,
          state,
          is_own: at === 0,
          registered_by: name,
          registered_date: '2026-11-02T10:00:00.000Z',
          installed_date: '2026-11-01',
          address: name,
          city: name,
          zip_code: '20457',
        })),
      }),
    ],
  },
  privacy: {
    address: PAGES.privacy,
    named: true,
    answers: (name) => {
      const about = { id: 401, no: '2611-7KQ4MX', patient: name };
      const at = '2026-11-24T09:33:00.000Z';
      return [
        replies(listAccesses, {
          entries: [
            {
              id: '1-1',
              at,
              action: 'file_viewed',
              person: { id: 17, name, institution: name },
              is_own: false,
              by_support: false,
              case: about,
              case_count: null,
              filename: `${name}.stl`,
              recipient: name,
              ip: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff',
              country: 'VC',
            },
          ],
          next: '1-1',
          people: [
            { id: 17, name },
            { id: 33, name },
          ],
          is_cut: true,
        }),
        replies(showRetention, {
          months: null,
          default_months: 3,
          version: 0,
          may_change: true,
          cases: [{ ...about, due: '2026-12-24' }],
          count: 1,
          next: null,
        }),
        replies(showAgreements, {
          practice: name,
          open: [],
          accepted: [
            {
              id: 7,
              kind: 'dpa',
              version: '2026-12',
              language: 'en',
              accepted_at: at,
              party: name,
              text_hash: 'a'.repeat(64),
              is_current: true,
            },
          ],
        }),
        replies(keptStatements, {
          statements: [
            {
              id: 33,
              case_no: about.no,
              version: 2,
              is_latest: false,
              issued_date: at,
              issued_by: name,
              patient_code: name.slice(0, 40),
              is_implantable: true,
              kept_until: at,
              languages: ['de', 'pt-BR'],
            },
          ],
          has_more: true,
          is_complete: true,
        }),
        replies(listOpenLinks, {
          links: [
            {
              id: 17,
              case: about,
              maker: name,
              recipient: name,
              allows_download: true,
              open_count: 1234,
              last_opened_at: at,
              created_at: at,
              expires_at: at,
              is_elsewhere: true,
            },
          ],
          next: null,
          is_complete: false,
        }),
        replies(listHolds, {
          holds: [{ id: 17, case: about, reason: name, placed_by: name, placed_at: at, is_elsewhere: true }],
          is_complete: false,
        }),
        replies(listDataExports, {
          exports: (['running', 'done', 'failed'] as const).map((state, n) => ({
            id: 17 + n,
            scope: 'patient' as const,
            about: name,
            state,
            problem: state === 'failed' ? ('internal' as const) : null,
            cases_done: 123_456,
            cases_total: 1_234_567,
            bytes: 123_456_789_012,
            created_date: at,
            until: at,
          })),
        }),
      ];
    },
  },
  'shared case': {
    address: `${PAGES.shareCase}#token`,
    isPublic: true,
    named: true,
    answers: (name) => [
      replies(sharedCase, {
        ...CASE,
        shared_by: { name, institution: name },
        expires_date: '2026-12-01T10:00:00.000Z',
        allows_download: true,
        author: { name, institution: name },
        to: { name, institution: name },
        note: name,
        texts_left_out: true,
        files: [],
        files_left_out: 2,
      }),
    ],
  },
  'new case': {
    address: '/cases/new/113',
    named: true,
    answers: (name) => [
      replies(getDraft, {
        ...DRAFT,
        recipientId: RECIPIENTS.recipients[0]?.id ?? null,
        patient: { ...DRAFT.patient, firstname: name, lastname: name },
        note: name,
      }),
      replies(listScanners, { scanners: [], last_device_id: null }),
      replies(listRecipients, {
        recipients: RECIPIENTS.recipients.map((row) => ({ ...row, name, institution: name })),
      }),
      replies(lastUsed, { used: [] }),
      replies(listUploads, { uploads: [] }),
    ],
  },
  'sent order': {
    address: `/case/${ORDER.id}/edit`,
    named: true,
    answers: (name) => [
      replies(getOrder, {
        ...ORDER,
        to: { name, institution: name },
        fields: { ...ORDER.fields, note: name, patient: { ...ORDER.fields.patient, lastname: name } },
      }),
    ],
  },
  'phone page': {
    address: PAGES.handoff,
    isPublic: true,
    named: true,
    answers: (name) => [
      replies(handoffCase, {
        ...HANDOFF,
        patient: { firstname: name, lastname: name },
        person: name,
        note: name,
        files: [
          {
            id: 1,
            filename: `${name}.stl`,
            size: 15,
            updated_date: '2026-11-22T09:37:00.000Z',
            is_photo: false,
          },
        ],
        comments: HANDOFF.comments.map((comment) => ({ ...comment, name, text: name })),
      }),
    ],
  },
  'unknown address': { address: '/no/such/page', answers: () => [] },
};

const LANGUAGES: readonly (keyof typeof LONG & Language)[] = ['en', 'de', 'ko'];

describe.each(Object.entries(SCREENS))('%s at 390 px', (_, { address, answers, named, isPublic }) => {
  test.each(LANGUAGES)('screens fit with long names in %s', async (language) => {
    expect(innerWidth).toBe(390);
    const name = LONG[language];
    const as = isPublic ? null : { ...DENTIST, name, first_name: name };
    await openScreen(address, answers(name), { as, language });
    await screen.findByRole('main');
    if (named) await screen.findAllByText(new RegExp(name));
    await waitFor(expectFits);
    if (language === 'en') await expectReadable();
  });
});

test('a button whose request is refused gets the focus back, and the next row when its own has gone', async () => {
  const user = userEvent.setup();
  const [link] = LINKS.links as [(typeof LINKS.links)[number]];
  const second = { ...link, id: link.id - 1, recipient: 'Second' };
  const both = replies(listOpenLinks, { links: [link, second], next: null, is_complete: true });
  const network = await openPrivacy([...EMPTY, both, refuses(revokeShare, 'internal')]);
  const end = await screen.findByRole('button', { name: `End link for ${link.recipient}` });
  end.focus();
  await user.keyboard('{Enter}');
  await screen.findByText(/Something went wrong/);
  await waitFor(() => expect(document.activeElement).toBe(end));
  // Still disabled after its request, as after a save, it does not take the focus when it is enabled later.
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const set = async (name: string, isSet: boolean) => {
    end.toggleAttribute(name, isSet);
    for (let i = 0; i < 2; i++) await frame();
  };
  end.toggleAttribute('data-loading', true);
  await set('disabled', true);
  await set('data-loading', false);
  await set('disabled', false);
  expect(document.activeElement).toBe(document.body);
  end.focus();
  network.answer(replies(revokeShare, {}));
  network.answer(replies(listOpenLinks, { links: [second], next: null, is_complete: true }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(end.isConnected).toBe(false));
  expect(document.activeElement).toBe(screen.getByText('Second').closest('li'));
});
