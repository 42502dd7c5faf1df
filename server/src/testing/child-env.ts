const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;

/** The environment of a server in its own process, without the settings of the machine that runs the tests. */
export const CHILD_ENV = { PATH, HOME, NODE_COMPILE_CACHE };
