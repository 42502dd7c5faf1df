/** The beginning of an address. */
export interface AddressQuestion {
  text: string;
  /** Country of the form, ISO 3166-1 alpha-2, '' for any. */
  country: string;
  language: string;
  /** Ties the questions of one form together. */
  form: string;
}

/** Whoever knows addresses. Gives them as one line each, best first; throws when it does not answer in time. */
export interface AddressProvider {
  suggest(question: AddressQuestion): Promise<string[]>;
}
