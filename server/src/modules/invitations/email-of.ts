import { Email } from '@cusp/contract/identity';
import { Refusal } from '../../platform/http/refusal.ts';

/** A well-formed address as typed, outer blanks removed; refuses anything else. */
export function emailOf(input: string): string {
  const parsed = Email.safeParse(input.trim());
  if (!parsed.success) throw new Refusal('data_invalid', 'email');
  return parsed.data;
}
