// A paper may take some seconds to be laid out: say so from the first second on, until it is there.
(() => {
  const waiting = document.getElementById("waiting");
  let timers = [];

  const stop = () => {
    timers.forEach(clearTimeout);
    timers = [];
    waiting.hidden = true;
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".papers .ways a, .papers .teams a");
    // In another tab the browser shows by itself that it waits.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    stop();
    timers = [
      setTimeout(() => { waiting.hidden = false; }, 700),
      // Saved rather than shown, a file leaves this page where it is.
      setTimeout(stop, 60000),
    ];
  });
  // Back from the file: the page may come as it was left.
  window.addEventListener("pageshow", stop);
})();
