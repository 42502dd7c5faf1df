import type { CaseListItem } from '@cusp/contract/case-list';
import type { userFilters } from '@cusp/contract/case-list.routes';
import type { CaseDetail } from '@cusp/contract/cases';
import type { ReplyFrom } from '@cusp/contract/endpoints';
import { PAGES } from '@cusp/contract/pages';
import { fullName } from '@cusp/text/names';
import { IconBolt, IconBuilding, IconFolder, IconUser } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
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

/** Opened cases first, then the latest of the list. */
export function useCaseItems(latest: readonly CaseListItem[] | undefined): Item[] {
  const itemOf = useCaseItem();
  const queries = useQueryClient();
  const [opened] = useState(() => openedIn(queries));
  return useMemo(() => {
    const rows = new Map(latest?.map((each) => [each.no, each]));
    const items = new Map<string, Item>();
    for (const { no, patient } of opened)
      items.set(no, itemOf(no, patient.firstname, patient.lastname, rows.get(no)));
    for (const [no, row] of rows)
      if (!items.has(no)) items.set(no, itemOf(no, row.case.pat_firstname, row.case.pat_lastname, row));
    return [...items.values()];
  }, [latest, opened, itemOf]);
}

/** The cases that the server found. */
export function useFoundItems(found: readonly CaseListItem[] | undefined): Item[] {
  const itemOf = useCaseItem();
  return useMemo(
    () => (found ?? []).map((row) => itemOf(row.no, row.case.pat_firstname, row.case.pat_lastname, row)),
    [found, itemOf],
  );
}

/** Makes the item of a case, with what is ordered if its row is known, once for each row. */
function useCaseItem() {
  const { t } = useTranslation('palette');
  const { t: dental } = useTranslation('dental');
  const navigate = useNavigate();
  const [made] = useState(() => new WeakMap<CaseListItem, Item>());
  const make = useCallback(
    (no: string, first: string, last: string, row: CaseListItem | undefined): Item => {
      const order = row && orderWords(row, dental);
      const other = row && counterpartOf(row);
      return {
        key: `case:${no}`,
        group: 'cases',
        label: fullName(first, last) || t('noPatient'),
        hint: no,
        ...(order ? { detail: order } : {}),
        words: [other?.institution, other?.username].filter(Boolean).join(' '),
        icon: IconFolder,
        run: () => void navigate(casePath(no, '')),
      };
    },
    [t, dental, navigate],
  );
  return useCallback<typeof make>(
    (no, first, last, row) => {
      const known = row && made.get(row);
      if (known) return known;
      const item = make(no, first, last, row);
      if (row) made.set(row, item);
      return item;
    },
    [make, made],
  );
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
