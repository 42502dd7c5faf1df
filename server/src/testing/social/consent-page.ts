const FIELDS = { sub: 'Subject', email: 'Email', given_name: 'First name', family_name: 'Last name' };

/** Consent page of the fake provider, where one chooses an identity. */
export const consentPage = (plays: string): string => `<!doctype html>
<html lang="en">
<title>${plays}</title>
<link rel="icon" href="data:,">
<h1>${plays} (local)</h1>
<form method="post">
${Object.entries(FIELDS)
  .map(([name, label]) => `<p><label>${label} <input name="${name}"></label></p>`)
  .join('\n')}
<p><label><input type="checkbox" name="verified" checked> The address is verified</label></p>
<button>Continue</button>
<button name="cancel" value="1">Cancel</button>
</form>
</html>`;
