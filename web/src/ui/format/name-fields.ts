/** The two fields of a name in the order in which a language asks for them: Korean begins with the family name. */
export const nameFields = <Field>(language: string, first: Field, last: Field): readonly [Field, Field] =>
  language === 'ko' ? [last, first] : [first, last];
