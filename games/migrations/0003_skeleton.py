from django.db import migrations, models

from games import names


def fill(apps, schema_editor):
    """Of names that look alike already the oldest has the skeleton; the others keep theirs."""
    taken = set()
    players = apps.get_model("games", "Player").objects.order_by("pk")
    for player in players.iterator():
        skeleton = names.skeleton(player.name)
        # No skeleton of a name that can be had has a # in it.
        player.skeleton = f"{skeleton}#{player.pk}" if skeleton in taken else skeleton
        taken.add(skeleton)
        player.save(update_fields=["skeleton"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0002_preferences"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="skeleton",
            field=models.CharField(default="", editable=False, max_length=255),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="player",
            name="skeleton",
            field=models.CharField(editable=False, max_length=255, unique=True),
        ),
    ]
