import type { CaseListItem } from '@cusp/contract/case-list';
import type { userFilters } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { fullName } from '@cusp/text/names';
import { IconBolt, IconBuilding, IconFolder, IconUser } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCommandsNow } from '../../client/keyboard/commands.ts';
import { keysOf, printed } from '../../client/keyboard/keys.ts';
import { useUser } from '../../client/session/session-store.ts';
import {
  ALL,
  type CaseFilters,
  casePath,
  counterpartOf,
  institutionsOf,
  NO_FILTERS,
  orderWords,
  searchOf,
  withInstitution,
  withPerson,
} from '../cases/cases.offers.tsx';
import type { Item } from './palette-items.ts';

/** The cases that this page has opened, the latest first. In memory only, because their names are those of patients. */
function openedIn(queries: QueryClient): CaseDetail[] {
  const opened = queries
    .getQueryCache()
    .findAll({ queryKey: ['case'], predicate: ({ queryKey }) => queryKey.length === 2 })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .flatMap(({ state }) => (state.data ? [state.data as CaseDetail] : []));
  return [...new Map(opened.map((each) => [each.id, each])).values()];
}

/** Opened cases first, then the latest of the list, then those that the server found for the typed text. */
export function useCaseItems(
  latest: readonly CaseListItem[] | undefined,
  found: readonly CaseListItem[] | undefined,
): Item[] {
  const { t } = useTranslation('palette');
  const { t: dental } = useTranslation('dental');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [opened] = useState(() => openedIn(queries));
  return useMemo(() => {
    const item = (no: string, patient: string, words: string[]): Item => ({
      key: `case:${no}`,
      group: 'cases',
      label: patient || t('noPatient'),
      // The number first, because the end is truncated on a narrow screen.
      hint: [no, words[0]].filter(Boolean).join(' · '),
      words: words.slice(1).join(' '),
      icon: IconFolder,
      run: () => void navigate(casePath(no, '')),
    });
    const ofList = (each: CaseListItem): Item => {
      const other = counterpartOf(each);
      return item(each.no, fullName(each.case.pat_firstname, each.case.pat_lastname), [
        orderWords(each, dental),
        other.institution,
        other.username,
      ]);
    };
    const rows = new Map([...(latest ?? []), ...(found ?? [])].map((each) => [each.no, each]));
    const items = new Map<string, Item>();
    for (const { no, patient } of opened) {
      const row = rows.get(no);
      items.set(no, row ? ofList(row) : item(no, fullName(patient.firstname, patient.lastname), ['']));
    }
    for (const [no, row] of rows) if (!items.has(no)) items.set(no, ofList(row));
    const isFound = new Set(found?.map(({ no }) => no));
    return [...items].map(([no, each]) => (isFound.has(no) ? { ...each, isFound: true } : each));
  }, [latest, found, opened, t, dental, navigate]);
}

/** Commands of the current screen. */
export function useCommandItems(): Item[] {
  const { t } = useTranslation('palette');
  const { shortcuts } = useUser().settings;
  const commands = useCommandsNow();
  return useMemo(() => {
    const times = new Map<string, number>();
    return commands.flatMap(({ shortcut, label, isInPalette = true, run }): Item[] => {
      const name = label ?? (shortcut && t(`shortcuts.${shortcut}`));
      if (!name || !isInPalette) return [];
      const time = (times.get(name) ?? 0) + 1;
      times.set(name, time);
      const keys = shortcut && shortcuts.on ? printed(keysOf(shortcut, shortcuts)) : undefined;
      return [
        {
          // Not the index: the chosen command would become another one when commands are added or removed.
          key: `command:${name}:${time}`,
          group: 'commands',
          label: name,
          icon: IconBolt,
          run,
          ...(keys ? { keys } : {}),
        },
      ];
    });
  }, [commands, shortcuts, t]);
}

/** The cases of an institution or a person. */
export function usePeopleItems(people: ReplyFrom<typeof userFilters> | undefined): Item[] {
  const { t } = useTranslation('palette');
  const navigate = useNavigate();
  return useMemo(() => {
    if (!people) return [];
    const item = (key: string, label: string, icon: Item['icon'], filters: () => CaseFilters): Item => ({
      key,
      group: 'people',
      label,
      hint: t('theirCases'),
      icon,
      run: () => void navigate({ pathname: PAGES.cases, search: searchOf(filters()) }),
    });
    return [
      ...institutionsOf(people).map((name) =>
        item(`institution:${name}`, name, IconBuilding, () => withInstitution(NO_FILTERS, name, people)),
      ),
      ...people.users.map(({ id, name }) => {
        const filters = () => withPerson({ ...NO_FILTERS, institution: ALL }, String(id), people);
        return item(`person:${id}`, name, IconUser, filters);
      }),
    ];
  }, [people, t, navigate]);
}

export interface ScreenLink {
  to: string;
  label: string;
  icon: Item['icon'];
}

export function useScreenItems(screens: readonly ScreenLink[]): Item[] {
  const navigate = useNavigate();
  return useMemo(
    () =>
      screens.map(({ to, label, icon }) => ({
        key: `screen:${to}`,
        group: 'screens',
        label,
        icon,
        run: () => void navigate(to),
      })),
    [screens, navigate],
  );
}
