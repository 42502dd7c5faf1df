declare module '*/help.md' {
  const groups: import('./help.types.ts').HelpGroup[];
  export default groups;
}

declare module '*/whats-new.md' {
  const groups: import('./help.types.ts').HelpGroup[];
  export default groups;
}

declare module '*/whats-new.md?latest' {
  const id: string;
  export default id;
}
