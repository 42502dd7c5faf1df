import { ADM_PATHS } from '@cusp/contract/pages';
import type { Party } from '@cusp/contract/staff-parties';

/** The list of connections searched for the one between two people; both addresses fit no other. */
export const linkToConnection = (one: Party, other: Party): string =>
  `${ADM_PATHS.connections}?${new URLSearchParams({ search: [one.email, other.email].filter(Boolean).join(' ') })}`;

/** The cases between the two people of a connection. */
export const linkToCases = (connectionId: number): string => `${ADM_PATHS.cases}?connId=${connectionId}`;

/** The id in the address; undefined where there is none. */
export function idIn(text: string | undefined): number | undefined {
  const id = /^\d{1,15}$/.test(text ?? '') ? Number(text) : 0;
  return id > 0 ? id : undefined;
}
