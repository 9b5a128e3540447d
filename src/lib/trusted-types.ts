/** The parts that are used here: TypeScript's libraries do not have it yet, nor do all browsers. */
interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string | null }) => void;
}

/**
 * Allows only scripts of the same origin as workers. The content security policy requires trusted types; for plain strings, the browser
 * uses the policy named `default`. Call it once in the page, and in each worker that starts workers.
 */
export function trustOwnScripts(scope: { trustedTypes?: TrustedTypes; location: Location | WorkerLocation }): void {
  const { origin, href } = scope.location;
  scope.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (new URL(url, href).origin === origin ? url : null),
  });
}
