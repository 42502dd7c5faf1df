import classes from './udi-text.module.css';

/** A UDI that wraps before its parts in brackets rather than within one of them. */
export const UdiText = ({ udi }: { udi: string }) =>
  udi.split(/(?=\()/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: equal parts may come twice, and their order never changes
    <span key={at} className={classes.part}>
      {part}
    </span>
  ));
