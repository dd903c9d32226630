"""What concerns the machine rather than a contest: how its copies are kept."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _


class Installation(models.Model):
    """The one row of this installation's own settings; made when something is first set."""

    backup_minutes = models.PositiveSmallIntegerField(
        _("minutes between two backups during play"),
        default=10,
        validators=[MinValueValidator(1), MaxValueValidator(240)],
    )
    # A USB key, say. Empty: the copies stand beside the database only.
    second_folder = models.CharField(_("second folder for the backups"), max_length=300, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(pk=1), name="installation_is_one"),
        ]

    def __str__(self) -> str:
        return self.second_folder

    @classmethod
    def here(cls) -> "Installation":
        """Return what this installation has set, as it is by default while nothing was set."""
        return cls.objects.filter(pk=1).first() or cls(pk=1)
