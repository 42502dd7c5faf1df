/** The two name fields in the order of the language: Korean starts with the family name. */
export const nameFields = <Field>(language: string, first: Field, last: Field): readonly [Field, Field] =>
  language === 'ko' ? [last, first] : [first, last];
