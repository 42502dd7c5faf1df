import { plainText } from '../../../ui/format/plain-text.ts';

/** Every officially assigned code of ISO 3166-1 alpha-2. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT ' +
  'JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
  'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY ' +
  'QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO ' +
  'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

export const COUNTRY_CODES: readonly string[] = CODES.split(' ');

export interface CountryChoice {
  value: string;
  label: string;
}

/** Every country with its name in a language, in the order of that language's alphabet. */
export function countryChoices(language: string): CountryChoice[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' });
  const { compare } = new Intl.Collator(language);
  return COUNTRY_CODES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
    compare(a.label, b.label),
  );
}

/** A country's name in a language. */
export const countryName = (code: string, language: string): string =>
  new Intl.DisplayNames([language, 'en'], { type: 'region' }).of(code) ?? code;

/** The countries whose name contains the words, or whose code they are; the code comes first, then names that begin with them. */
export function findCountries(choices: readonly CountryChoice[], words: string): CountryChoice[] {
  const wanted = plainText(words);
  if (!wanted) return [...choices];
  const rank = ({ value, label }: CountryChoice): number => {
    const name = plainText(label);
    if (value.toLowerCase() === wanted) return 0;
    return name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : 3;
  };
  const found = choices.filter((choice) => rank(choice) < 3);
  return found.sort((a, b) => rank(a) - rank(b));
}
