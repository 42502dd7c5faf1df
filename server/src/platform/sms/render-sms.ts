import { skinOfKey } from '../brand/brands.ts';
import { languageOrEnglish, loadTexts } from '../texts/load-texts.ts';

/** The text message with a phone code, in the reader's language and brand. */
export async function phoneCodeText(code: string, reader: { language: string; brand: string }) {
  const texts = await loadTexts('sms');
  const values = { app: skinOfKey(reader.brand).app_name, code };
  return String(texts.getFixedT(languageOrEnglish(reader.language), 'sms')('phoneCode', values));
}
