import { Email } from '@cusp/contract/identity';
import { Refusal } from '../../platform/http/refusal.ts';

/** A valid email address, trimmed; throws otherwise. */
export function emailOf(input: string): string {
  const parsed = Email.safeParse(input.trim());
  if (!parsed.success) throw new Refusal('data_invalid', 'email');
  return parsed.data;
}
