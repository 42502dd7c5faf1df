import type { StatementFields } from '@cusp/contract/statements';
import { Refusal } from '../../platform/http/refusal.ts';
import { openFonts } from '../../platform/paper/fonts.ts';
import { MISSING, printable } from '../../platform/paper/printable.ts';

/**
 * Refuses letters that the font of the paper lacks, such as Chinese ones: a paper that is kept for years must not have
 * gaps that nobody saw when it was issued.
 */
export async function requireLetters({ materials, ...fields }: StatementFields): Promise<void> {
  const { regular } = await openFonts();
  const texts = [
    ...Object.entries(fields),
    ...materials.flatMap((material, at) =>
      Object.entries(material).map(([name, text]) => [`materials.${at}.${name}`, text] as const),
    ),
  ];
  for (const [field, text] of texts)
    if (typeof text === 'string' && printable(text.replaceAll(MISSING, ''), regular).includes(MISSING))
      throw new Refusal('statement_letters', field);
}
