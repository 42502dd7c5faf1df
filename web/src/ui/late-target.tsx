import { Select, type SelectProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type ComponentProps, cloneElement, type ReactElement, type Ref, useState } from 'react';

/**
 * Withholds the reference that a Mantine popover asks for until the popover is first opened. Mantine sets state whenever
 * that reference is attached or detached, and a state that is set during a commit makes React run all effects of the
 * commit in the same task: opening another case removes several popovers, so its longest task was twice as long.
 */
export function useLateRef<T>(ref: Ref<T> | undefined, isOpen: boolean): Ref<T> | undefined {
  const [wasOpened, setOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setOpened(true);
  return wasOpened || isOpen ? ref : undefined;
}

interface LateTargetProps extends Pick<ComponentProps<'button'>, 'aria-expanded' | 'className'> {
  ref?: Ref<HTMLElement>;
  /** Whether the popover is open, where Mantine does not say so by `aria-expanded`. */
  isOpen?: boolean;
  /** The element that opens the popover; its own reference is attached from the beginning. */
  children: ReactElement<{ ref?: Ref<HTMLElement> | undefined }>;
}

/** The child of Mantine's targets, around the element that opens the popover. */
export function LateTarget({ ref, isOpen, className, children, ...props }: LateTargetProps) {
  const late = useLateRef(ref, isOpen ?? props['aria-expanded'] === true);
  return cloneElement(children, { ...props, ref: useMergedRef(children.props.ref, late) });
}

type LateInputProps = ComponentProps<'input'> & { 'data-expanded'?: boolean };

function LateInput({ ref, ...props }: LateInputProps) {
  return <input {...props} ref={useLateRef(ref, props['data-expanded'] === true)} />;
}

/** `component` is not among the props of `Select`, which passes it on to its field. */
const LATE = { component: LateInput };

/** A `Select` whose list is created, and gets its target, when it is first opened. */
export function LateSelect({ comboboxProps, ...props }: SelectProps) {
  return <Select comboboxProps={{ keepMounted: false, ...comboboxProps }} {...props} {...LATE} />;
}
