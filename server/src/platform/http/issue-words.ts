import { BLANK } from '@cusp/contract/identity';
import type * as z from 'zod';

/** A readable message for an issue whose schema has none, because zod's own messages show types and patterns. */
export function issueWords(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return BLANK;
  switch (issue.code) {
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return BLANK;
      return `At least ${counted(issue.minimum, issue.origin)}.`;
    case 'too_big':
      return `At most ${counted(issue.maximum, issue.origin)}.`;
    case 'invalid_value':
      return 'Choose one of the allowed values.';
    case 'invalid_format':
      return 'This value has the wrong format.';
    case 'invalid_type':
      return 'This value is of the wrong kind.';
    default:
      return 'This value is not valid.';
  }
}

const UNITS: Partial<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
};

function counted(count: number | bigint, origin: string): string {
  const [one, several] = UNITS[origin] ?? [];
  return [count, Number(count) === 1 ? one : several].filter((word) => word !== undefined).join(' ');
}
