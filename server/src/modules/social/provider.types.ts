/** Secrets of a sign-in that are kept until the provider has answered. */
export interface Secrets {
  provider_state: string;
  nonce: string;
  verifier: string;
}

/** A person as identified by their provider. */
export interface Identity {
  /** The provider's subject: unique and permanent. */
  subject: string;
  /** Null if the provider gives none. */
  email: string | null;
  /** Whether the provider has verified the address. */
  emailProven: boolean;
  firstName: string;
  lastName: string;
}

/** A person who has just signed in at the provider. */
export interface Person extends Identity {
  /** Token that the provider issued to us, which proves the identity to the other region too. */
  proof: string;
}

/** An identity provider. All calls throw if the provider does not respond. */
export interface Provider {
  /** URL that the pop-up goes to; the provider redirects back to `returnTo`. */
  begin(returnTo: string, secrets: Secrets): Promise<URL>;
  /** The person, from the callback URL. Throws for an answer that belongs to another sign-in. */
  identify(cameBackTo: URL, secrets: Secrets): Promise<Person>;
  /** Identity in a proof that the provider has just issued. Throws for one that is old, or not for this client. */
  recognise(proof: string): Promise<Identity>;
}
