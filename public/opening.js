// Says what is wrong if the page's script cannot be loaded or run, since that script cannot say it. Each script of the page reports
// its failure as an event until the page is drawn.
(() => {
  const say = (what) => {
    const opening = document.querySelector('#root > .opening');
    if (opening === null || opening.querySelector('[role=alert]') !== null) return; // drawn, or said already
    const line = document.createElement('p');
    line.setAttribute('role', 'alert');
    const button = document.createElement('button');
    button.textContent = 'Reload';
    button.addEventListener('click', reload);
    line.append(`Tagsmith could not start: ${what} Check the connection. `, button);
    opening.append(line);
  };
  /** Fetches the scripts anew: the browser may have stored a broken one. */
  const reload = async () => {
    await Promise.allSettled(Array.from(document.scripts, ({ src }) => fetch(src, { cache: 'reload' })));
    location.reload();
  };
  const nameOf = (address) => address.split('/').at(-1);
  addEventListener(
    'error',
    (event) => {
      const { target, filename, message } = event;
      if (target instanceof HTMLScriptElement) say(`${nameOf(target.src)} could not be loaded.`);
      else if (filename) say(`${nameOf(filename)} could not be run (${message}).`);
    },
    true, // the failure to load a script does not bubble
  );
  addEventListener('unhandledrejection', ({ reason }) => say(`${reason instanceof Error ? reason.message : reason}.`));
})();
