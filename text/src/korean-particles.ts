const PARTICLE = /(은\(는\)|을\(를\)|이\(가\)|와\(과\)|\(으\)로)/u;
const FORMS: Readonly<Record<string, readonly [afterConsonant: string, afterVowel: string]>> = {
  '은(는)': ['은', '는'],
  '을(를)': ['을', '를'],
  '이(가)': ['이', '가'],
  '와(과)': ['과', '와'],
  '(으)로': ['으로', '로'],
};
/** Closing quotes, and the tags of a text with elements. */
const SILENT = /(?:["'”’»」]|<\/?\w+>)+$/u;
/** A code such as a case number is read character by character. */
const CODE = /(?:^|[^\p{L}\p{N}])(?=\S*\d)([A-Z0-9-]*[A-Z0-9])$/u;
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;
const FINALS = 28;
const FINAL_L = 8;

type End = 'vowel' | 'l' | 'consonant';

/**
 * A Korean text whose particles agree with the word before them: `완료(으)로` becomes `완료로`. Both forms remain after a
 * word whose sound cannot be known from its letters, such as an English one.
 */
export function withParticles(text: string): string {
  const parts = text.split(PARTICLE);
  let whole = '';
  for (const part of parts) {
    const forms = FORMS[part];
    const end = forms && endOf(whole.replace(SILENT, ''));
    if (!forms || !end) whole += part;
    // The particle of direction treats a final ㄹ as a vowel.
    else whole += end === 'vowel' || (end === 'l' && part === '(으)로') ? forms[1] : forms[0];
  }
  return whole;
}

function endOf(text: string): End | undefined {
  const last = text.codePointAt(text.length - 1) ?? 0;
  if (last >= FIRST_SYLLABLE && last <= LAST_SYLLABLE) {
    const final = (last - FIRST_SYLLABLE) % FINALS;
    if (final === 0) return 'vowel';
    return final === FINAL_L ? 'l' : 'consonant';
  }
  const code = CODE.exec(text)?.[1];
  return code === undefined ? undefined : endOfCode(code.slice(-1));
}

/** The sounds of digits and letters: 일, 칠, 팔, 엘 and 알 end with ㄹ, 영, 삼, 육, 엠 and 엔 with other consonants. */
function endOfCode(character: string): End {
  if ('178LR'.includes(character)) return 'l';
  return '036MN'.includes(character) ? 'consonant' : 'vowel';
}

/** The particles of every text are corrected by i18next, after names and numbers are inserted. */
export const koreanParticles = {
  type: 'postProcessor',
  name: 'korean-particles',
  process: withParticles,
} as const;
